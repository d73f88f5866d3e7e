"""Sentences that belong to a page and not to its subject: notices, licences, calls, remarks on the text itself."""

import re

_A_TEXT = (
    r"(?:document|manual|guide|book|chapter|section|page|article|tutorial|handbook|appendix|paper|report|text|reference|"
    r"FAQ|release|edition|translation|web\s?site|site|blog|post|publication|introduction|how-?to|overview|essay|"
    r"briefing|note|specification|memo|draft|study|survey|listing|lesson|course|video|example|figure|table|subsection)"
)
_TOOLS = r"(?:Sphinx|DocBook|Doxygen|AsciiDoc\w*|Hugo|Jekyll|WordPress|MkDocs)"

_RIGHTS = re.compile(
    r"\bcopyright\b|©|\(c\)\s*\d{4}|\ball\s+rights\s+reserved\b|\blicen[cs]ed\s+under\b|\btrademarks?\b|"
    r"\b(?:GPL|GNU\s+(?:General|Free)|Creative\s+Commons|MIT\s+License|BSD\s+license|Apache\s+License)\b|"
    r"\bpermission\s+is\s+(?:hereby\s+)?granted\b|\b(?:without|no)\s+(?:any\s+)?warranty\b|\bas\s+is\b.*\bwarrant|"
    r"\b(?:under|by)\s+the\s+terms\s+of\b.*\blicen[cs]e|\bredistribut\w+\b.*\b(?:modif|licen)|"
    # The capital tells a licence of texts from one to dig for ores.
    r"\b(?:this|the)\s+(?-i:Licen[cs]e)\b|"
    r"\bcopyrightable\b|\bcopyleft\b|\brelicens|\brepublish\b.{0,80}\blicen|\bCC[\s-]BY\b|"
    r"\bterms\s+(?:of\s+(?:use|service)|and\s+conditions)\b|\bprivacy\s+(?:policy|notice|statement)\b|"
    r"\b(?:foundation|company|organi[sz]ation)\s+is\s+an?\s+(?:non-?profit|not-for-profit|registered)\b",
    re.IGNORECASE,
)
_COOKIES = re.compile(
    r"\b(?:we|our|this\s+(?:web\s?)?site)\b.*\bcookies?\b|"
    r"\bcookies?\b.*\b(?:consent|accept|your\s+(?:browser|experience|settings|device))\b",
    re.IGNORECASE,
)
_CALLS = re.compile(
    r"\breport(?:ing)?\s+(?:a\s+|any\s+|all\s+|such\s+)?(?:bugs?|errors?|problems?|issues?|typos?|mistakes?)\b|"
    r"\bbug\s+reports?\b|\bfound\s+a\s+(?:bug|problem|typo)\b|\bmailing\s+lists?\b|"
    r"\b(?:feedback|comments?|suggestions?|contributions?|patches|corrections|pull\s+requests?)\b.{0,30}"
    r"\b(?:welcome|appreciated|sent?\s+to)\b|"
    r"\bcontact\s+(?:us|me|the\s+(?:author|maintainer|editor)s?)\b|\be-?mail\s+(?:us|me|address)\b|"
    r"\bsubscri(?:be|ption)\b.*\b(?:newsletter|updates|channel|list|now|today)\b|\bnewsletter\b|"
    r"\bsign(?:ed)?[\s-](?:up|in)\b.*\b(?:account|free|newsletter|now|continue)\b|\blog\s+in\s+to\b|"
    r"\badvertis(?:ement|ing|ers?)\b|\bclick(?:ing)?\b|\bscroll\s+(?:down|up)\b|"
    r"\b(?:share|like|follow)\b.*\b(?:facebook|twitter|linkedin|instagram|social\s+media)\b|"
    r"\bdownload\s+(?:the|this|our)\s+(?:e-?book|app|pdf|report|document|guide)\b",
    re.IGNORECASE,
)
_MAKERS = re.compile(
    r"\bthanks?\s+(?:to|for|you|go(?:es)?)\b|\bgrateful\b|\backnowledg(?:e?ments?)\b|\bcontributed\s+by\b|"
    r"\b(?:last|was)\s+(?:updated|modified|changed|generated|edited|reviewed|revised)\s+(?:on|at|in|by|from)\b.{0,40}$|"
    rf"\b(?:created|generated|built|made)\s+(?:with|using|from)\s+{_TOOLS}\b|\bISBN\b|\bDOI\b|\bRFC\s+Editor\b|"
    r"\btranslat(?:ion|ed|ors?)\b.*\b(?:available|version|manual|page|document)\b|"
    r"\b(?:available|written|translated)\s+in\s+(?:several|many|other|various|multiple)\s+languages\b",
    re.IGNORECASE,
)
_CREDIT = re.compile(
    r"\b(?:written|maintained|edited|translated|compiled|created|generated|authored|designed)\s+by\s+[A-Z][\w.]+\s+[A-Z]"
)
_FURNITURE = re.compile(
    r"\b(?:table\s+of\s+contents|back\s+to\s+top|site\s?map|home\s+page|search\s+(?:box|engine|results)|web\s?site)\b|"
    r"\b(?:enable|requires?)\s+javascript\b|\bskip\s+to\b",
    re.IGNORECASE,
)
_OWN_TEXT = re.compile(
    r"\b(?:man(?:ual)?\s?page|manpages?|info\s+pages?|README|FAQ|changelog|wiki|release\s+notes|further\s+reading|"
    r"documentation)\b|"
    rf"\b(?:this|the\s+present|our)\s+{_A_TEXT}\b|\bthis\s+(?:file|work)\s+is\b|"
    rf"^the\s+{_A_TEXT}\s+(?:\w+\s+)?(?:describes?|covers?|explains?|discusses|shows|deals|presents|lists|contains|"
    r"assumes|is|was|provides|gives|introduces)\b|"
    r"\b(?:the|an?)\s+(?:reader|readers|author|authors|editors?)\s+(?:of\s+this|is|are|should|may|can|will|has|have|would|wish)\b",
    re.IGNORECASE,
)
_NAMED_TEXT = r"(?:guide|manual|handbook|tutorial|how-?to|FAQ|section|chapter|appendix)"
_TELLS = (
    r"(?:describes?|discuss(?:es)?|explains?|outlines?|covers?|lists?|gives?|shows?|contains?|provides?|introduces?)"
)
_NO_LAW = r"(?!(?:Annex|Article|Schedule|Part|Title|Clause)\b)"
_OTHER_TEXT = re.compile(
    # "The Furnace Guide is …", "The Linings section of the guide discusses …"
    rf"^(?:The|An?|Our|Each)\s+(?:[\w'’-]+\s+){{0,4}}{_NAMED_TEXT}\s+(?:(?:in|of|on)\s+(?:\S+\s+){{1,5}})?"
    rf"(?:{_TELLS}|is|was|aims?|assumes?)\b|"
    r"\bis\s+an?\s+(?:\w+\s+)?(?:guide|introduction|tutorial|handbook)\s+(?:to|for|on)\b|"
    # A title as the subject: "Linings and Lids describes …", but not "Annex III lists …".
    rf"^{_NO_LAW}[A-Z][\w/-]*\s+(?:describes|discusses)\s+(?:how|the|what|why)\b|"
    rf"^{_NO_LAW}[A-Z][\w/-]*(?:\s+(?:and|of|for|the|to|[A-Z][\w/-]*)){{0,6}}\s+[A-Z][\w/-]*\s+"
    r"(?:lists|describes|discusses|explains|outlines)\b|"
    # "Getting Started covers …": a title of several words, so that "Parliament covers …" is none.
    rf"^(?!The\b){_NO_LAW}[A-Z][\w/-]*(?:\s+(?:and|of|for|the|to|[A-Z][\w/-]*)){{0,6}}\s+[A-Z][\w/-]*\s+"
    r"(?:covers\s+(?:\w+\s+){0,2}(?:requirements|aspects|basics|questions|steps|details|subjects)|(?:provides|gives|contains|has)\s+(?:\w+\s+){0,2}(?:examples?|tips|hints|advice|an\s+(?:overview|introduction)))\b|"
    r"\bcovers?\s+(?:\w+\s+){0,3}topics?\b|\bwalks?\s+(?:you\s+|the\s+reader\s+)?through\b|"
    r"\b(?:set|printed|typeset|displayed|shown|written)\s+in\s+(?:a\s+)?(?:fixed|bold|italics?|monospaced?|typewriter)\b"
)
_CHINESE = re.compile(
    r"版权|版權|著作权|著作權|许可协议|许可证|授權條款|保留所有权利|转载|轉載|免责声明|使用.{0,6}[Cc]ookie|[Cc]ookie\s?(?:政策|设置)|隐私政策|隱私|登录|登錄|登入|"
    r"注册账号|订阅|訂閱|点击|點擊|点此|下载本|扫码|掃碼|关注我们|公众号|广告|廣告|联系我们|聯絡我們|错误报告|报告错误|"
    r"提交(?:错误|缺陷|bug)|邮件列表|郵件列表|译者|譯者|翻译自|作者(?:是|为|：)|致谢|感谢|鸣谢|责任编辑|来源：|最后(?:更新|修改)|"
    r"上一页|下一页|返回(?:顶部|首页)|目录|手册页|帮助文档|维基|首页|网站地图|"
    r"本(?:文|书|書|章|节|節|页|頁|手册|手冊|指南|教程|文档|文件|文檔|站|网站|網站|报告|表|图|圖|例|附录)"
)
_PATTERNS = (_RIGHTS, _COOKIES, _CALLS, _MAKERS, _CREDIT, _FURNITURE, _OWN_TEXT, _OTHER_TEXT, _CHINESE)


def is_boilerplate(sentence: str) -> bool:
    """Whether `sentence` speaks of its page, document, licence or makers, and not of the page's subject."""
    return any(pattern.search(sentence) for pattern in _PATTERNS)
