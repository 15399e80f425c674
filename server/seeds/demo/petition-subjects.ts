/** The subject of a letter from people of a county. All names of estates, firms and villages are invented. */
export interface PetitionSubject {
  category: 'urban' | 'labour' | 'rural' | 'environment' | 'education' | 'discipline' | 'other';
  kind?: string;
  title: string;
  summary: string;
  demand: string;
  /** Accounts of those who would handle it; the second one assists if it is handled jointly. */
  implementers: readonly [string, string];
  investigation: string;
  opinion: string;
}

export const petitionSubjects: readonly PetitionSubject[] = [
  {
    category: 'urban',
    kind: 'property',
    title: '反映{estate}物业公司擅自提高停车费',
    summary:
      '{estate}物业公司自今年起未经业主大会表决，将地面停车费由每月 150 元提高到 260 元，并对未缴费车辆锁门禁。业主多次协商无果，物业以“市场调节价”为由拒绝出示成本公示材料。',
    demand: '请主管部门核查收费依据，责令物业公司恢复原收费标准并公示收支账目。',
    implementers: ['xujun', 'hanmei'],
    investigation:
      '经约谈物业公司并查阅备案材料，停车费调整未按约定召开业主大会，收费公示栏未更新。已现场核对近 12 个月收支台账。',
    opinion: '责令物业公司自次月起恢复原标准，多收部分一个月内退还，并在公示栏公开半年收支情况。',
  },
  {
    category: 'urban',
    kind: 'property',
    title: '{estate}电梯长期带病运行，请求启用维修资金',
    summary:
      '{estate}{number}幢电梯近两个月停运 9 次，曾发生困人 2 次。物业称维修资金申请需三分之二业主签字，迟迟没有组织。',
    demand: '请协调启用应急维修资金，尽快更换曳引机和门机系统。',
    implementers: ['yangfan', 'caohui'],
    investigation:
      '会同特种设备检验人员现场检查，确认门机磨损超标，已开具监察指令书。符合启用应急维修资金的条件。',
    opinion: '启动应急维修资金程序，15 个工作日内完成更换，维修期间由物业安排专人值守。',
  },
  {
    category: 'urban',
    kind: 'illegal-building',
    title: '举报{estate}顶楼住户违法搭建阳光房',
    summary:
      '{estate}{number}幢顶楼住户自上月起在公共露台搭建钢结构阳光房，封堵消防疏散通道，楼下多户出现渗水。',
    demand: '请依法拆除违法建筑，恢复公共露台原状。',
    implementers: ['gaofeng', 'xujun'],
    investigation: '现场勘查搭建面积约 32 平方米，未办理规划许可，占用公共疏散平台，属违法建设。',
    opinion: '已下达限期拆除决定书，当事人承诺 10 日内自行拆除，逾期依法强制拆除。',
  },
  {
    category: 'urban',
    kind: 'public-works',
    title: '{street}路灯成片不亮，夜间出行不安全',
    summary:
      '{street}自{village}路口至农贸市场约 600 米路段，路灯连续三周不亮，附近有小学，学生晚自习后结伴摸黑回家。',
    demand: '请尽快修复路灯，并增设反光警示标志。',
    implementers: ['duwenhao', 'heping'],
    investigation: '经排查为地下电缆被施工挖断，涉及路灯 18 盏。',
    opinion: '已协调施工单位出资更换电缆，5 个工作日内恢复照明，路口增设反光道钉。',
  },
  {
    category: 'urban',
    kind: 'demolition',
    title: '反映{village}征迁安置房逾期未交付',
    summary:
      '2021 年{village}整村征迁，协议约定 36 个月内交付安置房，至今仍未竣工验收，过渡费也自今年起停发。',
    demand: '请明确交付时间，补发停发的临时安置过渡费。',
    implementers: ['zhuhong', 'hanmei'],
    investigation: '安置房主体已完工，因室外管网变更设计延误，过渡费停发系镇里资金拨付脱节所致。',
    opinion: '过渡费自停发之月起足额补发；施工单位倒排工期，确保年底前完成竣工验收并交房。',
  },
  {
    category: 'labour',
    kind: 'wage-arrears',
    title: '{company}拖欠{number}名工人工资',
    summary:
      '我们{number}人自去年 11 月起在{company}承建的工地做木工，至今被拖欠工资合计 {amount} 万元，包工头以工程款未结为由推诿。',
    demand: '请依法追讨被拖欠的工资，并对拖欠行为作出处理。',
    implementers: ['hudong', 'zhuhong'],
    investigation: '已调取考勤与工资发放记录，核实欠薪人数与金额，企业对欠薪事实无异议。',
    opinion: '下达限期改正指令书，动用工资保证金先行垫付，余款由企业分两期付清。',
  },
  {
    category: 'labour',
    kind: 'social-insurance',
    title: '{company}未依法缴纳社会保险',
    summary:
      '本人在{company}工作四年，单位仅在试用期后缴纳工伤保险，要求补缴养老和医疗保险时被以“自愿放弃”为由拒绝。',
    demand: '请责令单位补缴四年的社会保险费。',
    implementers: ['xiefang', 'liangyan'],
    investigation: '经查企业与 6 名职工签有“放弃社保承诺书”，该约定无效，应补缴期间为 2022 年 3 月起。',
    opinion: '责令企业 15 日内办理补缴手续，滞纳金由企业承担。',
  },
  {
    category: 'labour',
    kind: 'work-injury',
    title: '请求认定{company}职工工伤',
    summary: '本人在{company}车间操作冲床时右手两指受伤，单位只垫付了住院费，不配合提供工伤认定材料。',
    demand: '请受理工伤认定申请，并责令单位配合提供材料。',
    implementers: ['hudong', 'panguohua'],
    investigation: '医院诊断、同事证言和监控相互印证，符合工伤认定情形，企业已补交材料。',
    opinion: '作出工伤认定决定，引导当事人申请劳动能力鉴定，待遇由工伤保险基金支付。',
  },
  {
    category: 'labour',
    kind: 'social-insurance',
    title: '异地就医医保报销比例偏低，请求复核',
    summary:
      '家父在省城住院花费 {amount} 万元，事先已办理异地就医备案，结算时却按未备案比例报销，差额一万余元。',
    demand: '请复核报销比例并补足差额。',
    implementers: ['liangyan', 'hudong'],
    investigation: '经核对系统记录，备案生效时间晚于入院时间 1 日，但当事人提交了线上备案截图。',
    opinion: '按备案成功予以复核，差额于 20 个工作日内打入参保人账户。',
  },
  {
    category: 'rural',
    kind: 'homestead',
    title: '{town}{village}宅基地审批迟迟未批',
    summary:
      '我家三代七口人住 80 平方米老屋，2023 年提交建房申请，村里公示后一年多没有下文，同批申请的邻居已经动工。',
    demand: '请查明审批进度并给予书面答复。',
    implementers: ['luobin', 'hanmei'],
    investigation: '申请资料在镇级初审时因四至图缺少邻户签字被退，未及时告知申请人。',
    opinion: '由镇村协助补齐四至签字，20 个工作日内完成审批，并对经办人员作出提醒谈话。',
  },
  {
    category: 'rural',
    kind: 'land-contract',
    title: '反映{village}土地流转租金未兑现',
    summary:
      '{village}将 120 亩水田流转给{company}种植水果，合同约定每年 10 月付租，去年租金至今未付，涉及 46 户。',
    demand: '请督促承租方支付租金，否则收回土地。',
    implementers: ['cailiping', 'hanmei'],
    investigation: '合同合法有效，承租方因受灾资金周转困难，尚欠租金 {amount} 万元。',
    opinion: '促成双方签订分期付款补充协议，首期已付 50%，逾期由村集体依约收回。',
  },
  {
    category: 'rural',
    kind: 'village-finance',
    title: '要求公开{village}集体山林承包收支',
    summary: '{village}集体山林承包款连续三年没有公开，村民要求查账被以“账在镇里”为由推脱。',
    demand: '请公开三年的承包合同和收支明细。',
    implementers: ['luobin', 'hanmei'],
    investigation: '经查账目由镇三资中心代管，收支凭证齐全，公开栏未按季度更新。',
    opinion: '责令村委会在 7 日内补充公开三年明细，今后按季公开并由村务监督委员会签字。',
  },
  {
    category: 'rural',
    kind: 'homestead',
    title: '请求硬化{town}{village}通组道路',
    summary: '{village}到自然村有 1.8 公里机耕路，雨天泥泞，校车无法进村，{number}名学生每天步行半小时。',
    demand: '请将该路段列入今年农村道路硬化计划。',
    implementers: ['weidongming', 'luobin'],
    investigation: '已实地测量，路基宽 4.5 米，具备硬化条件，估算投资 {amount} 万元。',
    opinion: '列入本年度农村公路提升项目，预计 9 月底前完工；雨季前先铺设碎石保通。',
  },
  {
    category: 'environment',
    kind: 'noise',
    title: '{street}夜宵摊噪声扰民',
    summary: '{street}{estate}楼下夜宵摊每晚营业到凌晨两点，卡拉OK音响声音很大，多次拨打热线只能安静一两天。',
    demand: '请规范经营时间，清除占道音响。',
    implementers: ['gaofeng', 'linxue'],
    investigation: '连续三晚夜查，夜间噪声最高 63 分贝，超过二类区标准，已固定证据。',
    opinion: '责令 22 时后停止使用音响，撤除占道摊位 4 个，纳入夜间巡查重点。',
  },
  {
    category: 'environment',
    kind: 'noise',
    title: '{estate}旁工地夜间施工影响休息',
    summary: '{company}承建的工地连续一周夜间浇筑混凝土，凌晨仍有泵车作业，老人和备考学生无法休息。',
    demand: '请查处无证夜间施工行为。',
    implementers: ['linxue', 'duwenhao'],
    investigation: '该工地仅取得两晚连续施工证明，其余五晚属擅自夜间施工。',
    opinion: '立案处罚，并要求施工单位公示后续夜间作业计划、设置隔声屏。',
  },
  {
    category: 'environment',
    kind: 'water',
    title: '{village}溪水发黑有异味',
    summary: '{village}上游{company}附近排口清晨排出黑色污水，溪里的鱼死了不少，村民不敢再用溪水浇菜。',
    demand: '请查明污染来源并恢复溪水水质。',
    implementers: ['zhonghui', 'luobin'],
    investigation: '采样检测化学需氧量超标 1.6 倍，系企业污水池防渗层破损渗漏所致。',
    opinion: '责令停产整改并立案，企业已修复防渗层，连续三次复测达标，溪道清淤同步完成。',
  },
  {
    category: 'environment',
    kind: 'air',
    title: '{company}喷漆废气直排',
    summary: '{company}在居民区旁露天喷漆，气味刺鼻，附近幼儿园多次关窗上课。',
    demand: '请责令其停止露天喷漆并安装废气处理设施。',
    implementers: ['linxue', 'gaofeng'],
    investigation: '现场检查发现喷漆作业未在密闭空间进行，活性炭更换记录缺失。',
    opinion: '责令改正并处罚款，企业已建成密闭喷漆房，纳入月度巡查。',
  },
  {
    category: 'environment',
    kind: 'waste',
    title: '{village}山坳被倾倒建筑垃圾',
    summary: '近一个月每到夜里就有渣土车往{village}山坳倾倒建筑垃圾，堆了有三四千方，雨天有冲毁农田的危险。',
    demand: '请清运垃圾并追究倾倒者责任。',
    implementers: ['gaofeng', 'hanmei'],
    investigation: '通过沿线监控锁定 3 辆渣土车及所属单位，倾倒量约 2600 立方米。',
    opinion: '责任单位限期清运完毕，吊销渣土处置核准，在路口加装限高杆和监控。',
  },
  {
    category: 'education',
    kind: 'enrolment',
    title: '外来务工子女入学材料被退，请求解决',
    summary: '我们夫妻在{company}务工三年，孩子今年上一年级，因租房备案晚了十天，积分入学材料被退回。',
    demand: '请按实际居住情况安排孩子就近入学。',
    implementers: ['zhengkai', 'hanmei'],
    investigation: '经核查居住证、社保均满足条件，租房备案延误因系统升级所致。',
    opinion: '按政策补登积分，已协调安排至{town}中心小学就读。',
  },
  {
    category: 'education',
    kind: 'fees',
    title: '举报培训机构假期违规收费',
    summary: '某托管班以“研学”名义一次性收取 6 个月费用 {amount} 千元，中途退费只肯退三成。',
    demand: '请责令退还剩余课时费用。',
    implementers: ['zhengkai', 'caohui'],
    investigation: '机构超范围经营、超期收费属实，涉及家长 {number} 人。',
    opinion: '责令退还未消费课时费，三个月内不得新招生，列入重点监管名单。',
  },
  {
    category: 'education',
    kind: 'medical-dispute',
    title: '反映卫生院误诊延误治疗',
    summary: '家母因腹痛到镇卫生院就诊，被诊断为胃炎，三天后在县医院确诊阑尾穿孔，住院二十余天。',
    demand: '请组织医疗损害鉴定并给予合理赔偿。',
    implementers: ['liangyan', 'hanmei'],
    investigation: '已封存病历，医患双方同意由医疗纠纷人民调解委员会调解。',
    opinion: '经专家咨询会评估，院方承担次要责任，双方已签订调解协议并履行。',
  },
  {
    category: 'other',
    title: '建议在{town}增设公交夜班线路',
    summary:
      '{town}工业园区工人晚班 21 时 30 分下班，末班公交 20 时已收车，{number}余人靠拼黑车回家，很不安全。',
    demand: '请延长末班车时间或开通夜班线路。',
    implementers: ['heping', 'hanmei'],
    investigation: '客流调查显示晚 21 至 22 时段日均出行约 90 人次。',
    opinion: '试开夜班专线，末班延至 22 时 10 分，试运行三个月后评估。',
  },
];

export const estates = [
  '湖畔嘉苑',
  '阳光城小区',
  '睦州府',
  '青溪花园',
  '明珠新村',
  '新安里',
  '云栖苑',
  '千岛人家',
  '锦绣江南',
  '碧水湾',
];
export const companies = [
  '鸿业建设有限公司',
  '绿源食品厂',
  '顺达机械厂',
  '千泉饮品有限公司',
  '安居建筑劳务公司',
  '华东木业加工厂',
  '丰禾农业开发有限公司',
  '立新纺织厂',
];
export const villages = [
  '下坞村',
  '石门村',
  '上江村',
  '毛山村',
  '桐子坞村',
  '双源村',
  '洪家桥村',
  '茶合村',
  '金竹村',
  '杨岭村',
];
export const roads = ['新安东路', '环湖南路', '人民路', '睦州大道', '青溪大道', '开发路', '文景街'];

export const notAcceptedReasons = [
  '来信反映的事项已经进入诉讼程序，依法应当通过诉讼途径解决，不予受理。',
  '同一事项已由上一级信访工作机构受理并正在办理，不予重复受理。',
  '反映事项不属于本县行政机关职权范围，已告知当事人向有权机关提出。',
  '来信未写明具体事实和诉求，经两次联系无法补充，不予受理。',
] as const;
