import {
  AppstoreOutlined,
  BarChartOutlined,
  CheckSquareOutlined,
  ClockCircleOutlined,
  CommentOutlined,
  ContainerOutlined,
  FileAddOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FlagOutlined,
  FormOutlined,
  HomeOutlined,
  InboxOutlined,
  SendOutlined,
  TeamOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { lazy, type ReactNode, Suspense } from 'react';
import type { MenuNode } from '#contract/menus.ts';

/** Few users have business-side entries, so the others do not wait for their icons. */
const BusinessIcon = lazy(() =>
  import('./business-icons.tsx').then(
    ({ BusinessIcon: icon }) => ({ default: icon }),
    () => ({ default: PlainIcon }),
  ),
);

function PlainIcon(_props: { name: string }) {
  return <FileTextOutlined />;
}

/** Icons of menu entries by the first part of their address; an unknown entry gets the icon of a text file. */
const icons: Record<string, ReactNode> = {
  index: <HomeOutlined />,
  todo: <InboxOutlined />,
  done: <CheckSquareOutlined />,
  copied: <CommentOutlined />,
  'workflow-new': <FileAddOutlined />,
  affair: <ContainerOutlined />,
  'affair-draft': <FormOutlined />,
  'my-initiated': <SendOutlined />,
  dashboard: <BarChartOutlined />,
  'dashboard-orders': <UnorderedListOutlined />,
  'consult-complaints': <CommentOutlined />,
  query: <FileSearchOutlined />,
  schedule: <ClockCircleOutlined />,
  supervise: <FlagOutlined />,
  page: <AppstoreOutlined />,
  'all-substitutes': <TeamOutlined />,
  'hand-overs': <ContainerOutlined />,
};

export function iconOf(node: MenuNode): ReactNode {
  const parts = node.url.split(/[/?#]/).filter(Boolean);
  const [top = '', name = ''] = parts;
  if (top === 'business') return lazyIconOf(name);
  return icons[node.code] ?? icons[top] ?? <FileTextOutlined />;
}

/** Returns an icon that is loaded when it is drawn, so that the first screen does not wait for it. */
export function lazyIconOf(name: string): ReactNode {
  return (
    <Suspense fallback={<FileTextOutlined />}>
      <BusinessIcon name={name} />
    </Suspense>
  );
}
