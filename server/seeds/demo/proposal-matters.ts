/** The subject of a deputy's proposal; the people and figures are invented. */
export interface ProposalMatter {
  category: 'industry' | 'agriculture' | 'urban' | 'finance' | 'education' | 'politics' | 'other';
  subject: string;
  content: string;
  /** Account of the person in the host unit, then those of the joining units. */
  units: readonly [string, ...string[]];
  joinOpinion: string;
  reply: string;
}

export const proposalMatters: readonly ProposalMatter[] = [
  {
    category: 'urban',
    subject: '关于加快推进老旧小区加装电梯的建议',
    content:
      '我县建成二十年以上的多层住宅占比高，老年人上下楼困难。建议简化审批流程，建立“一窗受理、并联审查”机制，统筹补助资金，明确管线迁改费用分担办法，并公布示范图集供业主选用。',
    units: ['zhuhong', 'gaofeng', 'hanmei'],
    joinOpinion: '建议在联合审查中提前介入，涉及消防通道和绿化迁移的由我单位在 3 个工作日内出具意见。',
    reply:
      '您提出的建议已采纳。我们会同有关部门出台并联审查办法，今年已完成加装 42 台，明年计划 60 台，补助标准按每台 20 万元执行。',
  },
  {
    category: 'education',
    subject: '关于增加城区学前教育普惠学位的建议',
    content:
      '近年来城区适龄幼儿增加，普惠性学位紧张。建议利用闲置校舍改建幼儿园，支持国有企业举办普惠园，并完善师资补充机制。',
    units: ['zhengkai', 'zhuhong'],
    joinOpinion: '城区两处闲置用房经鉴定可改建为幼儿园，我单位将配合办理用途变更手续。',
    reply: '目前已启动两所幼儿园改扩建，新增普惠学位 540 个，预计明年秋季投入使用。',
  },
  {
    category: 'agriculture',
    subject: '关于扶持茶产业标准化生产的建议',
    content:
      '我县茶园面积大但加工小散，品牌溢价不足。建议设立标准化茶厂改造补助，建设公共检测平台，统一地理标志使用管理。',
    units: ['luobin', 'caohui'],
    joinOpinion: '检测平台可依托县检验检测中心建设，我单位负责资质认定与标志使用监管。',
    reply: '已安排专项资金 800 万元，首批支持 12 家茶厂改造，公共检测平台年底前投用。',
  },
  {
    category: 'industry',
    subject: '关于完善农村公路养护机制的建议',
    content:
      '部分村道养护责任不清，边沟堵塞、路面破损较多。建议落实县乡村三级路长制，提高日常养护补助标准，推广“养护+保险”。',
    units: ['heping', 'luobin'],
    joinOpinion: '建议将村道养护与农村人居环境整治同部署、同考核。',
    reply: '已修订农村公路养护管理办法，村道补助标准由每公里 2000 元提高到 3500 元，路长公示牌全部更新。',
  },
  {
    category: 'urban',
    subject: '关于规范城区停车管理的建议',
    content:
      '城区核心商圈停车位缺口约 1200 个。建议推动机关单位停车场错时开放，建设智慧停车平台，规范路内泊位收费。',
    units: ['gaofeng', 'zhuhong', 'hanmei'],
    joinOpinion: '支持在公共建筑配建停车位中预留共享接口，我单位可提供新建项目清单。',
    reply: '首批 31 家单位 2100 个泊位实行错时开放，智慧停车平台已接入泊位 4800 个。',
  },
  {
    category: 'education',
    subject: '关于提升基层卫生院服务能力的建议',
    content: '乡镇卫生院人才流失严重、设备老化。建议实施县管乡用，开展定向培养，统筹更新彩超和放射设备。',
    units: ['liangyan', 'hanmei'],
    joinOpinion: '医保总额分配将向基层倾斜，支持中医适宜技术纳入报销范围。',
    reply: '今年定向招录 26 人，更新设备 9 台（套），基层就诊率较去年提升 3.2 个百分点。',
  },
  {
    category: 'finance',
    subject: '关于优化小微企业开办服务的建议',
    content: '部分小微企业反映跨部门许可办理环节多。建议推行“一业一证”，扩大告知承诺范围，增加帮办代办力量。',
    units: ['dengtao', 'hudong'],
    joinOpinion: '用工登记和社保开户可并入开办“一件事”，系统接口已具备。',
    reply: '“一业一证”已覆盖餐饮、零售等 18 个行业，平均跑动次数由 4 次减到 1 次。',
  },
  {
    category: 'politics',
    subject: '关于健全基层矛盾纠纷调解网络的建议',
    content:
      '农村土地、邻里纠纷多发，调解力量薄弱。建议整合乡贤、网格员力量，建立矛盾纠纷“一码登记、分级调处”机制。',
    units: ['hanmei', 'luobin'],
    joinOpinion: '涉及土地承包纠纷的，我单位派出仲裁员巡回指导。',
    reply: '已在 11 个乡镇建成矛盾调解中心，今年受理纠纷 1860 件，化解率 97.1%。',
  },
  {
    category: 'urban',
    subject: '关于加强饮用水水源地保护的建议',
    content: '水源地周边农家乐和农业面源污染仍有隐患。建议扩大生态缓冲带，推广测土配方，加密水质自动监测点。',
    units: ['linxue', 'luobin'],
    joinOpinion: '测土配方面积今年扩大到 9.6 万亩，我单位将提供地块清单。',
    reply: '新增水质自动监测点 6 个，生态缓冲带建设 38 公里，水源地水质稳定保持 I 类。',
  },
  {
    category: 'other',
    subject: '关于完善快递进村末端服务的建议',
    content:
      '偏远山村快递需到镇上自取。建议依托村邮站和小卖部设共享网点，对运营给予补助，打通农产品上行通道。',
    units: ['heping', 'luobin', 'hanmei'],
    joinOpinion: '可将农产品集货点与村级快递点合并建设，节约投入。',
    reply: '已建成村级共享网点 118 个，行政村覆盖率 86%，明年实现全覆盖。',
  },
];
