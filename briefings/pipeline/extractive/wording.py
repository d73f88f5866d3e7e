"""The few words that an extractive document has of its own: headings in the language of its sentences."""

KEY_POINTS = {
    "en": "Key points",
    "zh-Hans": "要点",
    "zh-Hant": "要點",
    "fr": "Points clés",
    "es": "Puntos clave",
    "ru": "Главное",
    "ar": "النقاط الرئيسية",
    "ja": "要点",
    "de": "Kernpunkte",
}
IN_GENERAL = {
    "en": "Overview",
    "zh-Hans": "概述",
    "zh-Hant": "概述",
    "fr": "Vue d’ensemble",
    "es": "Panorama general",
    "ru": "Общие сведения",
    "ar": "نظرة عامة",
    "ja": "概要",
    "de": "Überblick",
}
OPEN_QUESTIONS = {
    "en": "Open questions and disagreements",
    "zh-Hans": "未决问题与分歧",
    "zh-Hant": "未決問題與分歧",
    "fr": "Questions ouvertes et désaccords",
    "es": "Cuestiones abiertas y desacuerdos",
    "ru": "Открытые вопросы и разногласия",
    "ar": "أسئلة مفتوحة ونقاط خلاف",
    "ja": "未解決の問題と見解の相違",
    "de": "Offene Fragen und Meinungsunterschiede",
}


def heading(wording: dict[str, str], language: str) -> str:
    """The heading in `language`, a BCP 47 tag; English where Kyle has no words of that language."""
    if language in wording:
        return wording[language]
    family = language.split("-")[0]
    return next((text for tag, text in wording.items() if tag.split("-")[0] == family), wording["en"])
