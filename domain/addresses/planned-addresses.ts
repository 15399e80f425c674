/** An address of the portal whose page does not exist yet; no menu leads to it. */
export interface PlannedAddress {
  /** Path; the addresses below it belong to the entry too. */
  path: string;
  /** Name of the future page, in the users' own terms. */
  name: string;
  /** Advice for the user until the page exists. */
  advice: string;
  /** Set if the page can be read without a session, for people without an account. */
  isPublic?: true;
}

const contactOfficeAdvice = '请联系受理单位的工作人员办理。';
const contactAdministratorAdvice = '如需变更，请联系系统管理员。';

/** Every address that S0 §2, S1 §2 and S2 §2 name and that has no page yet. */
export const plannedAddresses: readonly PlannedAddress[] = [
  { path: '/consult-complaints', name: '咨询投诉', advice: contactOfficeAdvice },
  { path: '/affair/grade', name: '办件评价', advice: '办件的办理情况请在“我的申请”中查看。' },
  { path: '/page', name: '配置页面', advice: '办件请在“综合查询”中查找。' },
  { path: '/tools', name: '页面设计', advice: contactAdministratorAdvice },
  ...[
    ['guides', '办事指南管理'],
    ['situations', '情形管理'],
    ['pages', '页面管理'],
    ['dictionaries', '字典管理'],
    ['menus', '菜单管理'],
    ['devices', '设备管理'],
  ].map(([part, name = '']) => ({ path: `/business/${part}`, name, advice: contactAdministratorAdvice })),
  { path: '/no-login', name: '办件进度查询、网上申请与评价', advice: contactOfficeAdvice, isPublic: true },
];

/** Returns the entry of an address whose page does not exist yet; undefined for other addresses. */
export function findPlannedAddress(path: string): PlannedAddress | undefined {
  return plannedAddresses.find((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
}
