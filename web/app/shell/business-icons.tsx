import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  CalendarOutlined,
  CommentOutlined,
  FileTextOutlined,
  FormOutlined,
  IdcardOutlined,
  LaptopOutlined,
  LockOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

/** Pictures of the entries under `/business`, by what follows it. */
const icons: Record<string, ReactNode> = {
  processes: <ApartmentOutlined />,
  items: <AppstoreOutlined />,
  organisations: <ApartmentOutlined />,
  accounts: <TeamOutlined />,
  sessions: <LaptopOutlined />,
  'login-events': <SafetyCertificateOutlined />,
  'login-policy': <LockOutlined />,
  holidays: <CalendarOutlined />,
  roles: <IdcardOutlined />,
  audit: <AuditOutlined />,
  'message-channels': <CommentOutlined />,
  'message-templates': <FormOutlined />,
  settings: <SettingOutlined />,
};

export function BusinessIcon({ name }: { name: string }) {
  return icons[name] ?? <FileTextOutlined />;
}
