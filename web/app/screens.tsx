import { type ComponentType, lazy } from 'react';
import type { RouteObject } from 'react-router';
import type { RouteHandle } from './route-handle.ts';

interface ScreenEntry extends RouteHandle {
  path: string;
  /**
   * `<capability>/<Name>Screen` under `web/features`, or `composed/<Name>Screen` here where several capabilities have a
   * part; the file exports a component of that name.
   */
  file: string;
}

/** Lists from which a work order is opened. */
const lists = ['/todo', '/done', '/my-initiated', '/affair', '/index'];
const drafts = ['/affair/draft', '/affair-draft'];

/** Every screen of the portal. Adding one is a line here and a file there; a line whose file is missing opens nothing. */
const screens: readonly ScreenEntry[] = [
  { path: '/index', file: 'home/HomeScreen', title: '工作台', access: 'menu', keepAlive: true },
  { path: '/todo', file: 'work-orders/TodoScreen', title: '待办', access: 'menu', keepAlive: true },
  { path: '/done', file: 'work-orders/DoneScreen', title: '已办', access: 'menu', keepAlive: true },
  {
    path: '/my-initiated',
    file: 'work-orders/InitiatedScreen',
    title: '我发起的',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/affair',
    file: 'work-orders/MyOrdersScreen',
    title: '我的申请',
    access: 'open',
    keepAlive: true,
  },
  {
    path: '/affair/detail/:code',
    file: 'composed/DetailScreen',
    title: '办件详情',
    access: 'open',
    homes: lists,
    refreshesPrevious: true,
  },
  {
    path: '/affair/draft',
    file: 'initiation/DraftListScreen',
    title: '草稿箱',
    access: 'open',
    homes: drafts,
    keepAlive: true,
  },
  {
    path: '/affair-draft',
    file: 'initiation/DraftListScreen',
    title: '草稿箱',
    access: 'open',
    homes: drafts,
    keepAlive: true,
  },
  {
    path: '/workflow-new',
    file: 'catalogue/CatalogueScreen',
    title: '新建办件',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/initiation/:taskCode',
    file: 'initiation/InitiationScreen',
    title: '发起办件',
    access: 'open',
    homes: ['/workflow-new', ...drafts],
    refreshesPrevious: true,
  },
  {
    path: '/business/accounts',
    file: 'administration/AccountsScreen',
    title: '账号',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/roles',
    file: 'administration/RolesScreen',
    title: '角色',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/sessions',
    file: 'administration/SessionsScreen',
    title: '登录会话',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/login-events',
    file: 'administration/LoginEventsScreen',
    title: '登录安全事件',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/audit',
    file: 'administration/AuditScreen',
    title: '审计记录',
    access: 'menu',
    keepAlive: true,
  },
  {
    path: '/business/holidays',
    file: 'administration/HolidaysScreen',
    title: '节假日',
    access: 'menu',
    keepAlive: true,
  },
];

type Load = () => Promise<Record<string, ComponentType>>;
const files = {
  ...import.meta.glob<Record<string, ComponentType>>('../features/*/*Screen.tsx'),
  ...import.meta.glob<Record<string, ComponentType>>('./composed/*Screen.tsx'),
};

function loadOf(file: string): Load | undefined {
  return files[file.startsWith('composed/') ? `./${file}.tsx` : `../features/${file}.tsx`];
}

/** The routes of all screens whose code exists; each is fetched when it is first opened. */
export function buildScreenRoutes(): RouteObject[] {
  return screens.flatMap(({ path, file, ...handle }) => {
    const load = loadOf(file);
    return load === undefined ? [] : [{ path, handle, element: lazyScreen(load, file) }];
  });
}

/** Fetches the code of a screen ahead, when the pointer or the focus comes near its link. */
export function prefetchScreen(url: string): void {
  const entry = screens.find((screen) => screen.path === url.split('?')[0]);
  if (entry) void loadOf(entry.file)?.();
}

function lazyScreen(load: Load, file: string) {
  const name = file.split('/').at(-1) ?? '';
  const Screen = lazy(async () => {
    const component = (await load())[name];
    if (component === undefined) throw new Error(`${file}.tsx does not export ${name}`);
    return { default: component };
  });
  return <Screen />;
}
