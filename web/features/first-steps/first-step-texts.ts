import type { FirstSteps } from '#contract/first-steps.ts';
import type { FirstStepCode } from '#domain/first-steps/first-steps.ts';

interface StepTexts {
  title: string;
  /** The purpose of the step, in one sentence. */
  purpose: string;
  /** The address of the screen for it; left out for a step that a clerk takes, not an administrator. */
  path?: string;
  action: string;
  count?: (figures: FirstSteps['figures']) => string;
}

/** Labels of the steps, and the screens where they are done. */
export const firstStepTexts: Readonly<Record<FirstStepCode, StepTexts>> = {
  office: {
    title: '本单位的名称和行政区划',
    purpose: '登录页、文书和办件均以此署名；行政区划决定办件所属的地区。',
    path: '/business/organisations',
    action: '填写',
  },
  organisations: {
    title: '机构和部门',
    purpose: '受理、承办和查看的范围均按机构和部门确定。',
    path: '/business/organisations',
    action: '新建或导入',
    count: ({ organisations }) => `现有 ${organisations} 个`,
  },
  people: {
    title: '人员',
    purpose: '每人一个账号，首次登录须修改一次性密码。',
    path: '/business/accounts',
    action: '新建或导入',
    count: ({ people }) => `现有 ${people} 人参与办件`,
  },
  roles: {
    title: '人员的角色',
    purpose: '角色决定可以使用的功能，不能授予本人。',
    path: '/business/staff-roles',
    action: '授予',
    count: ({ peopleWithoutRoles, peopleWithoutRights }) =>
      [
        peopleWithoutRoles > 0 ? `还有 ${peopleWithoutRoles} 人没有角色` : '',
        peopleWithoutRights > 0 ? `${peopleWithoutRights} 人的角色没有任何权限` : '',
      ]
        .filter(Boolean)
        .join('，'),
  },
  configurer: {
    title: '配置管理员',
    purpose: '维护表单、流程和事项的人，不参与办件。',
    path: '/business/staff-roles',
    action: '指定',
  },
  auditAdmin: {
    title: '审计管理员',
    purpose: '查看审计记录的人，不能同时管理人员或角色。',
    path: '/business/staff-roles',
    action: '指定',
  },
  separateHands: {
    title: '系统、安全、审计分由三人担任',
    purpose: '另设安全管理员并由其登录后，收回第一个账号多余的角色。',
    path: '/business/staff-roles',
    action: '收回',
    count: ({ mixedHands: mixedAdministratorRoles }) =>
      mixedAdministratorRoles > 0 ? `${mixedAdministratorRoles} 个账号兼任，缺少相互制约` : '',
  },
  matterAdmin: {
    title: '办件管理员',
    purpose: '没有其他人可以办理的任务由其处理，离职人员的工作由其移交。',
    path: '/business/staff-roles',
    action: '指定',
  },
  posts: {
    title: '岗位和用户组',
    purpose: '流程可以指定岗位或用户组办理，换人时不用改流程。',
    path: '/business/posts',
    action: '新建或导入',
    count: ({ posts, groups }) => `现有岗位 ${posts} 个、用户组 ${groups} 个`,
  },
  counters: {
    title: '大厅和窗口',
    purpose: '设有办事大厅的单位，按窗口受理。',
    path: '/business/windows',
    action: '新建或导入',
    count: ({ halls, windows }) => `现有大厅 ${halls} 个、窗口 ${windows} 个`,
  },
  holidays: {
    title: '本年的节假日',
    purpose: '办理时限按工作日计算。',
    path: '/business/holidays',
    action: '核对',
  },
  forms: {
    title: '表单',
    purpose: '登记和办理时填写的内容。',
    path: '/business/forms',
    action: '新建',
    count: ({ forms }) => `已发布 ${forms} 张`,
  },
  processes: {
    title: '流程',
    purpose: '由谁、按什么顺序、在几个工作日内办理。',
    path: '/business/processes',
    action: '新建',
    count: ({ processes }) => `已发布 ${processes} 个`,
  },
  items: {
    title: '事项',
    purpose: '把表单和流程组成可以发起的事项。',
    path: '/business/items',
    action: '新建',
    count: ({ items }) => `正在提供 ${items} 项`,
  },
  firstOrder: {
    title: '第一件办件',
    purpose: '由窗口人员或经办人在“新建办件”中发起。',
    action: '',
  },
};
