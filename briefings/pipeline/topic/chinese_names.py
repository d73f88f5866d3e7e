"""Names in Chinese, which has no capitals: well-known ones, and organisations by how their names end."""

import re

from briefings.pipeline.patterns import any_of
from briefings.pipeline.topic.lexicon import chinese

_WELL_KNOWN = chinese(r"""
    联合国, 欧盟, 欧洲联盟, 北约, 东盟, 世卫, 世贸, 世界银行, 世行, 亚投行, 红十字, 无国界医生, 绿色和平, 奥委会
    国际足联, 美联储, 欧洲央行, 国务院, 外交部, 商务部, 财政部, 教育部, 国防部, 发改委, 证监会, 新华社, 央视, 华为
    腾讯, 阿里巴巴, 百度, 字节跳动, 小米, 京东, 美团, 特斯拉, 谷歌, 微软, 亚马逊, 英伟达, 比亚迪, 丰田, 本田, 三星
    英特尔, 台积电, 中芯国际, 宁德时代, 大疆, 波音, 空客, 大众汽车, 宝马, 微信, 支付宝, 淘宝, 抖音, 推特, 脸书, 比特币
    以太坊, 鸿蒙, 苹果手机, 深度求索, 马斯克, 特朗普, 拜登, 习近平, 普京, 泽连斯基, 拉加德, 鲍威尔, 冯德莱恩, 默克尔
    马云, 任正非, 马化腾, 黄仁勋, 扎克伯格, 贝索斯, 比尔盖茨, 钟南山, 屠呦呦, 莫言, 丹麦, 挪威, 瑞典, 芬兰
    中国(?!剩余|象棋|画|结), 美国, 英国, 法国, 德国, 日本, 韩国, 俄罗斯, 印度(?!尼西亚), 印尼, 巴西, 加拿大, 澳大利亚
    意大利, 西班牙, 台湾, (?:贸易|卫生|劳工|合作|移民|旅游|知识产权|粮农|标准化|海事|民航|警察|公约|条约)组织
    国际货币基金, 乌克兰, 以色列, 伊朗, 沙特, 土耳其, 墨西哥, 阿根廷, 南非, 埃及, 瑞士, 荷兰, 新加坡, 马来西亚, 泰国
    越南, 香港, 北京, 上海, 深圳, 广州
    """)

_WORLDWIDE = re.compile(
    r"(?:国际|世界|全球|欧洲|亚洲|非洲|美洲|联邦)(?!非政府|民间|社会|公益|非营利)[^的,和与]{1,6}(?:组织|署|机构|总会|管理局|法庭)"
)
_SOUNDS = (
    "阿埃艾安奥巴贝比博布查达德迪蒂多恩尔法菲费弗戈格哈赫霍基吉加杰卡凯科克拉莱兰勒雷里利林卢鲁伦罗洛马麦曼"
    "梅蒙米莫摩姆纳内尼诺帕佩皮普奇乔切萨塞森沙什施史斯索塔泰特滕托瓦维魏沃乌西希夏谢辛亚雅叶伊因约扎兹茨耶娃夫"
)
_CONCEPT = any_of("""
    方法, 定理, 定律, 法则, 效应, 算法, 模型, 原理, 分布, 曲线, 系数, 变换, 均衡, 悖论, 猜想, 不等式, 综合[征症], 模拟
    过程, 函数, 空间
    """)
_FOREIGN_NAME = re.compile(rf"[{_SOUNDS}]{{4,}}(?![{_SOUNDS}]|{_CONCEPT})")
"""A name written by its sound takes characters that are rare side by side; theorems keep their owner's name."""

_FUNCTION_WORD = any_of("""
    什么是, 何谓, 何为, 是什么, 为, 给, 替, 在, 的, 和, 与, 及, 对, 向, 关于, 由, 写, 拟, 一[段篇份首封则个所家], 介绍
    解释, 说明, 定义, 我们, 咱们, 贵
    """)
_BREAK = re.compile(rf"{_FUNCTION_WORD}|[\s,.。、?!:;\"'()]")
_ENDING = any_of("""
    公司, 集团, 大学, 学院, 研究院, 研究所, 委员会, 管理局, 总局, 总署, 税务局, 气象局, 统计局, 专利局, 调查局, 银行
    法院, 检察院, 协会, 学会, 基金会, 联盟, 联合会, 商会, 出版社, 医院, 交易所, 议会, 国会, 政府
    """)
_ORGANISATION = re.compile(rf"(?P<name>.*?){_ENDING}")
_KIND = any_of("""
    有限责任, 股份有限, 有限, 责任, 股份, 上市, 跨国, 控股, 母, 子, 分, 总, 本, 我, 该, 此, 这, 那, 新, 老, 旧, 大, 小
    全, 各, 某, 家, 所, 科技, 互联网, 网络, 软件, 保险, 物流, 初创, 创业, 中央, 商业, 投资, 政策性, 非政府, 非营利
    社会, 公益, 国际, 世界, 民间, 志愿者, 学生, 行业, 慈善, 私募, 公募, 信托, 综合, 公立, 私立, 公办, 民办, 地方, 联邦
    最高, 人民, 市场, 金融, 信用, 评级, 中介, 教育, 培训, 研究型, 开放, 社区, 证券, 期货, 空壳, 离岸, 影子, 血液, 精子
    数据, 食物, 时间, 员工, 业主, 居民, 专业, 行政, 宪法, 仲裁, 监管, 董事, 监事, 审计, 薪酬, 一, 家长, 临时, 民主
    代议制, 小型, 中小型, 大型, 电影, 贸易, 航空, 制药, 汽车
    """)
_KINDS = re.compile(rf"{_KIND}*")
_LEAST_CHARACTERS = 2


def names_somebody_in_chinese(topic: str) -> bool:
    """Whether a normalised topic holds a well-known name, a foreign one written by its sound, or an organisation's."""
    if any(pattern.search(topic) for pattern in (_WELL_KNOWN, _WORLDWIDE, _FOREIGN_NAME)):
        return True
    return any(_is_organisation(piece) for piece in _BREAK.split(topic))


def _is_organisation(piece: str) -> bool:
    """Whether an organisation's ending follows something that is no mere kind: 丰田汽车公司, but not 有限责任公司."""
    match = _ORGANISATION.match(piece)
    return match is not None and len(_KINDS.sub("", match["name"], count=1)) >= _LEAST_CHARACTERS
