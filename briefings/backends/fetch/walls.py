"""Pages that answer properly and still hold nothing to cite: error pages, bot walls, sign-in walls, empty shells."""

import re
from dataclasses import dataclass

from briefings.backends.fetch.notices import is_mostly_notice

LEAST_TEXT = 200
"""The characters that a text must have to be a source; a Han character or a kana counts for two and a half."""

LEAST_ARTICLE = 50
"""The same for what the page itself marks up as an article: news items can be that short."""

_SHORT = 700
"""Below this, a text may still be no more than a notice about itself, and its wording counts."""

_LONG = 2_000
"""From this on, a text is about something, even where its title is "404" or "Login"."""

_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_SEGMENTS = re.compile(r"\s*[|•·»:]\s*|\s+[-–—]\s+")


@dataclass(frozen=True)
class Impression:
    """What a page looks like. `text` is its main text, `headings` those of the first level."""

    title: str
    headings: tuple[str, ...]
    text: str
    is_article: bool
    asks_for_password: bool
    needs_scripts: bool
    had_notice: bool


def objection(page: Impression) -> str | None:
    """Why `page` is no source, in a few words; None for one that is."""
    weight = weigh(page.text)
    names = [segment for name in (page.title, *page.headings) for segment in (name, *_SEGMENTS.split(name))]
    for reason, wall_names, wall_words in _WALLS:
        if weight < _LONG and any(wall_names.fullmatch(name.strip(" .!…。！")) for name in names):
            return reason
        if weight < _SHORT and wall_words.search(f"{page.title}\n{page.text}"):
            return reason
    if weight < LEAST_TEXT and page.asks_for_password:
        return SIGN_IN
    if is_mostly_notice(page.text.split("\n\n")):
        return "consent notice only"
    if weight < (LEAST_ARTICLE if page.is_article else LEAST_TEXT):
        return _why_so_little(page, weight)
    return None


def weigh(text: str) -> float:
    """The length of `text` in characters of an alphabet."""
    return len(text) + 1.5 * len(_DENSE.findall(text))


def _why_so_little(page: Impression, weight: float) -> str:
    if page.had_notice and not page.text:
        return "consent notice only"
    if page.needs_scripts:
        return "script-only page: its text comes by JavaScript"
    return f"too little text ({weight:.0f} characters)"


SOFT_404 = "soft 404: the page says that it was not found"
BOT_WALL = "bot wall: the page asks its visitor to prove to be human"
SIGN_IN = "sign-in wall: the page asks its visitor to sign in"


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_WALLS = (
    (
        SOFT_404,
        _any(
            r"(http |error |status )?(404|410)( error)?",
            r"((http |error )?404[\s:–-]*)?not found",
            r"((http |error )?404[\s:–-]*)?(sorry, )?(the |this )?(page|file|document|article|content) "
            r"(((was |is |could )?(not |can ?not )(be )?(found|available))|(is )?(missing|unavailable|gone))",
            r"(404\s*)?(页面|网页|頁面|網頁)?(不存在|未找到|找不到|无法找到)(了)?(页面|网页|頁面|網頁)?",
            r"(ページ|お探しのページ)(が|は)?(見つかりません|見つかりませんでした|存在しません)(でした)?",
            r"(fehler 404|seite nicht gefunden)",
            r"(erreur 404|page (introuvable|non trouvée))",
            r"(error 404|página no encontrada)",
            r"(ошибка 404|страница не найдена)",
            r"الصفحة غير موجودة",
        ),
        _any(
            r"(page|file|document) (that )?you('re |'ve | are | were | have | )(requested|ask(ed)? for|looking for)",
            r"(could|can|can ?not|can't|couldn't|did not|unable to) (not )?(be )?(find|locate|found)\b.{0,20}\bpage",
            r"\bpage\b.{0,40}\b(not found|no longer (exists|available)|does(n't| not) exist|may have (been )?moved)",
            r"(您|你)?(访问|查看|請求|请求)的(页面|頁面|网页|內容|内容).{0,6}(不存在|已删除|已刪除|未找到)",
            r"ページは(見つかりません|存在しません|削除)",
            r"(seite|page demandée|página|страница).{0,30}(nicht gefunden|introuvable|no encontrada|не найдена)",
        ),
    ),
    (
        BOT_WALL,
        _any(
            r"just a moment",
            r"attention required",
            r"(403[\s:–-]*)?(access (to this page has been )?denied|forbidden)",
            r"(checking|verifying) (if |your |that )?(the |your )?(site connection|browser|you are human|connection)",
            r"(are you|making sure you('re| are)) (not )?a (ro)?bot\??",
            r"(please )?(verify|confirm|prove) (that )?you('re| are) (a )?(human|not a (ro)?bot)",
            r"(robot|security|human|bot) (check|verification|challenge)",
            r"pardon our interruption",
            r"(安全|人机|人機|访问)(验证|驗證|检查)",
            r"(请|請)?(完成|进行|進行)(安全)?(验证|驗證)",
        ),
        _any(
            r"(verify|confirm|prove|checking|check|sure)\b.{0,30}\byou('re| are) (a )?(human|not a (ro)?bot)",
            r"checking (if the site|your browser)",
            r"(enable|turn on|activate) (java ?script and cookies|cookies and java ?script)",
            r"unusual (traffic|activity) from your",
            r"(complete|solve|pass) (the |this )?(captcha|security check|challenge)",
            r"access to this (page|site|resource) (has been |is |was )?(denied|blocked)",
            r"you (don't|do not) have (permission|access) to",
            r"(请|請)(完成|进行|進行).{0,8}(验证|驗證)",
        ),
    ),
    (
        SIGN_IN,
        _any(
            r"(please )?(sign|log)[ -]?(in|on)( (to|or) .{1,40})?",
            r"(login|member login|authentication|sign in or register)( required)?",
            r"(anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|acceder|вход|войти)",
            r"(用户|用戶)?(登录|登入|登錄)",
            r"ログイン",
            r"تسجيل الدخول",
        ),
        _any(
            r"(sign|log) ?in\b.{0,40}\b(to|and) (go on|continue|read|view|see|access|proceed)",
            r"(subscribe|register|create an? (free )?account)\b.{0,20}\bto (go on|continue|read|view|see|access)",
            r"(must|need to|have to) (be (logged|signed) in|(sign|log) in)",
            r"(already|only for) (a )?(subscribers?|members?)\b.{0,20}(sign|log) in",
            r"(请|請)?(先)?(登录|登入|登錄)(后|後|以|才)",
        ),
    ),
)
