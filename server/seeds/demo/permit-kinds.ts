/** Shops and restaurants that apply for permits; the names are invented. */
export interface PermitKind {
  matter: 'food' | 'catering-small' | 'pharmacy';
  /** The letters at the beginning of the licence number. */
  licencePrefix: string;
  names: readonly string[];
  posts: readonly ('manager' | 'cook' | 'waiter' | 'pharmacist')[];
  materials: readonly string[];
  siteRecord: string;
  reviewOpinion: string;
}

export const permitKinds: readonly PermitKind[] = [
  {
    matter: 'food',
    licencePrefix: 'JY',
    names: [
      '湖鲜坊餐饮店',
      '山里人家农家菜馆',
      '云水间茶餐厅',
      '鱼头王饭店',
      '一品豆腐馆',
      '老灶台土菜馆',
      '千叶素食店',
      '渔歌酒楼',
    ],
    posts: ['manager', 'cook', 'waiter'],
    materials: ['营业执照.pdf', '经营场所平面图.pdf', '设备清单.pdf', '食品安全管理制度.pdf'],
    siteRecord:
      '经营面积、布局与申报一致；粗加工、切配、烹饪分区明确，防蝇防鼠设施齐全，冷藏设备运行正常，消毒柜容量满足要求。',
    reviewOpinion: '申请材料齐全，场所布局和从业人员条件符合要求。',
  },
  {
    matter: 'catering-small',
    licencePrefix: 'XC',
    names: [
      '阿婆麦饼铺',
      '巷口米粉店',
      '晨光早餐店',
      '小码头面馆',
      '姜记豆腐脑',
      '三味小吃店',
      '桥头馄饨店',
      '家常快餐店',
    ],
    posts: ['cook', 'waiter'],
    materials: ['营业执照.pdf', '经营场所平面图.pdf', '食品安全承诺书.pdf'],
    siteRecord:
      '店面 48 平方米，操作间与就餐区隔断，有独立洗消水池三个，垃圾密闭存放，从业人员持健康证上岗。',
    reviewOpinion: '符合小餐饮经营许可条件，建议予以办理。',
  },
  {
    matter: 'pharmacy',
    licencePrefix: 'DA',
    names: ['康泽大药房', '益民药店', '百草堂药房', '仁和医药商店', '惠康药房', '济世堂药店'],
    posts: ['pharmacist', 'manager'],
    materials: ['营业执照.pdf', '经营场所平面图.pdf', '执业药师注册证.pdf', '质量管理制度.pdf'],
    siteRecord: '处方药与非处方药分区陈列，阴凉柜温湿度记录完整，执业药师在岗，计算机系统可实现全程追溯。',
    reviewOpinion: '质量管理文件完备，人员资质符合零售药店开办要求。',
  },
];

export const refuseReasons = [
  '经现场核查，经营场所与有毒有害场所距离不足 25 米，不符合许可条件。',
  '限期整改后复核，操作间仍未与就餐区有效分隔，不符合许可条件。',
  '执业药师未能在岗履职，不符合零售药店开办条件。',
] as const;

export const correctionNotices = [
  '平面图未标注操作间与库房尺寸，请补充标注后重新提交。',
  '从业人员健康证明缺一人，请补充有效的健康证明。',
  '营业执照复印件不清晰，请重新提供清晰的扫描件。',
] as const;
