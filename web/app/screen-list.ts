import type { RouteHandle } from './route-handle.ts';

export interface ScreenEntry extends RouteHandle {
  path: string;
  /**
   * `<capability>/<Name>Screen` under `web/features`, or `composed/<Name>Screen` here where several capabilities have a
   * part; the file exports a component of that name.
   */
  file: string;
  /** What it can look like; `npm run look` has a picture of each (decision 0092). */
  states: readonly ScreenState[];
}

/** `full` with something in it; `empty` with nothing; `loading` and `failed` where it asks the server. */
export type ScreenState = 'full' | 'empty' | 'loading' | 'failed';

const listStates: readonly ScreenState[] = ['full', 'empty', 'loading', 'failed'];
const pageStates: readonly ScreenState[] = ['full', 'loading', 'failed'];

/** Lists from which a work order is opened. */
const lists = [
  '/todo',
  '/done',
  '/copied',
  '/my-initiated',
  '/affair',
  '/index',
  '/dashboard/orders',
  '/schedule',
  '/messages',
];
const queries = ['/query/all', '/query/cross', '/query/seconds'];
const drafts = ['/affair/draft', '/affair-draft'];

/** Every screen of the portal. Adding one is a line here and a file there; a line whose file is missing opens nothing. */
export const screens: readonly ScreenEntry[] = [
  {
    path: '/index',
    file: 'home/HomeScreen',
    states: pageStates,
    title: '工作台',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/todo',
    file: 'composed/TodoScreen',
    states: listStates,
    title: '待办',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/done',
    file: 'work-orders/DoneScreen',
    states: listStates,
    title: '已办',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/copied',
    file: 'work-orders/CopiedScreen',
    states: listStates,
    title: '抄送我的',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/my-initiated',
    file: 'work-orders/InitiatedScreen',
    states: listStates,
    title: '我发起的',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/affair',
    file: 'work-orders/MyOrdersScreen',
    states: listStates,
    title: '我的申请',
    access: 'open',
    keepAlive: true,
  },
  {
    path: '/affair/detail/:code',
    file: 'composed/DetailScreen',
    states: pageStates,
    title: '办件详情',
    access: 'open',
    homes: lists,
    refreshesPrevious: true,
  },
  {
    path: '/query/all',
    file: 'work-orders/QueryAllScreen',
    states: listStates,
    title: '综合查询',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/query/cross',
    file: 'work-orders/QueryCrossScreen',
    states: listStates,
    title: '跨区域查询',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/query/seconds',
    file: 'work-orders/QuerySecondsScreen',
    states: listStates,
    title: '二次审批查询',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/query/view/:code',
    file: 'composed/QueryViewScreen',
    states: pageStates,
    title: '办件详情',
    access: 'menu',
    homes: queries,
  },
  {
    path: '/affair/draft',
    file: 'initiation/DraftListScreen',
    states: listStates,
    title: '草稿箱',
    access: 'open',
    homes: drafts,
    keepAlive: true,
  },
  {
    path: '/affair-draft',
    file: 'initiation/DraftListScreen',
    states: listStates,
    title: '草稿箱',
    access: 'open',
    homes: drafts,
    keepAlive: true,
  },
  {
    path: '/schedule',
    file: 'schedule/ScheduleScreen',
    states: pageStates,
    title: '日程',
    access: 'open',
    keepAlive: true,
  },
  {
    path: '/workflow-new',
    file: 'catalogue/CatalogueScreen',
    states: pageStates,
    title: '新建办件',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/initiation/:taskCode',
    file: 'initiation/InitiationScreen',
    states: pageStates,
    title: '发起办件',
    access: 'open',
    homes: ['/workflow-new', ...drafts],
    refreshesPrevious: true,
  },
  {
    path: '/guide/:id',
    file: 'initiation/GuideScreen',
    states: pageStates,
    title: '办事指南',
    access: 'open',
    homes: ['/workflow-new', ...drafts],
  },
  {
    path: '/business/accounts',
    file: 'administration/AccountsScreen',
    states: pageStates,
    title: '账号',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/roles',
    file: 'administration/RolesScreen',
    states: pageStates,
    title: '角色',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/sessions',
    file: 'administration/SessionsScreen',
    states: pageStates,
    title: '登录会话',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/login-events',
    file: 'administration/LoginEventsScreen',
    states: pageStates,
    title: '登录安全事件',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/login-policy',
    file: 'administration/LoginPolicyScreen',
    states: pageStates,
    title: '登录策略',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/my-sign-in',
    file: 'session/MySignInScreen',
    states: pageStates,
    title: '我的登录',
    access: 'open',
  },
  {
    path: '/business/audit',
    file: 'administration/AuditScreen',
    states: pageStates,
    title: '审计记录',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/holidays',
    file: 'administration/HolidaysScreen',
    states: pageStates,
    title: '节假日',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/message-channels',
    file: 'administration/MessageChannelsScreen',
    states: pageStates,
    title: '消息通道',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/message-templates',
    file: 'administration/MessageTemplatesScreen',
    states: pageStates,
    title: '消息模板',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/substitutes',
    file: 'substitutes/SubstitutesScreen',
    states: listStates,
    title: '外出委托',
    access: 'open',
  },
  {
    path: '/all-substitutes',
    file: 'substitutes/AllSubstitutesScreen',
    states: listStates,
    title: '代理管理',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/hand-overs',
    file: 'hand-overs/HandOversScreen',
    states: listStates,
    title: '工作移交',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/exports',
    file: 'exports/ExportsScreen',
    states: listStates,
    title: '我的导出',
    access: 'open',
  },
  {
    path: '/messages',
    file: 'messages/MessagesScreen',
    states: listStates,
    title: '消息中心',
    access: 'open',
    keepAlive: true,
  },
  {
    path: '/message-settings',
    file: 'messages/MessageSettingsScreen',
    states: pageStates,
    title: '消息设置',
    access: 'open',
  },
  {
    path: '/dashboard',
    file: 'composed/DashboardScreen',
    states: pageStates,
    title: '数据看板',
    access: 'menu',
  },
  {
    path: '/dashboard/orders',
    file: 'composed/DashboardScreen',
    states: listStates,
    title: '办件明细',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/dashboard/wall',
    file: 'composed/DashboardScreen',
    states: pageStates,
    title: '大屏',
    access: 'menu',
  },
];
