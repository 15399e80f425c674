import type { RouteObject } from 'react-router';
import { Landing } from './Landing.tsx';
import { NotFound } from './NotFound.tsx';
import { RootFault } from './RootFault.tsx';
import { buildScreenRoutes } from './screens.tsx';
import { Shell } from './shell/Shell.tsx';

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RootFault />,
    children: [
      { index: true, element: <Landing />, handle: { title: '首页', access: 'open' } },
      ...buildScreenRoutes(),
      { path: '*', element: <NotFound />, handle: { title: '页面不存在', access: 'open' } },
    ],
  },
];
