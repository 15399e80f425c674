import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  CalendarOutlined,
  CheckSquareOutlined,
  ClockCircleOutlined,
  CommentOutlined,
  ContainerOutlined,
  FileAddOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FormOutlined,
  HomeOutlined,
  IdcardOutlined,
  InboxOutlined,
  LaptopOutlined,
  SafetyCertificateOutlined,
  SendOutlined,
  SettingOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { MenuNode } from '#contract/menus.ts';

/** The picture of an entry by the top of its address; what is unknown gets a plain sheet. */
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
  'consult-complaints': <CommentOutlined />,
  query: <FileSearchOutlined />,
  schedule: <ClockCircleOutlined />,
  petition: <AuditOutlined />,
  page: <AppstoreOutlined />,
  processes: <ApartmentOutlined />,
  items: <AppstoreOutlined />,
  organisations: <ApartmentOutlined />,
  accounts: <TeamOutlined />,
  sessions: <LaptopOutlined />,
  'login-events': <SafetyCertificateOutlined />,
  holidays: <CalendarOutlined />,
  roles: <IdcardOutlined />,
  audit: <AuditOutlined />,
  'message-channels': <CommentOutlined />,
  'message-templates': <FormOutlined />,
  'all-substitutes': <TeamOutlined />,
  'hand-overs': <ContainerOutlined />,
  settings: <SettingOutlined />,
};

export function iconOf(node: MenuNode): ReactNode {
  const parts = node.url.split(/[/?#]/).filter(Boolean);
  const specific = parts[0] === 'business' ? parts[1] : parts[0];
  return icons[node.code] ?? icons[specific ?? ''] ?? <FileTextOutlined />;
}
