import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  CalendarOutlined,
  CommentOutlined,
  CompassOutlined,
  FileTextOutlined,
  FormOutlined,
  IdcardOutlined,
  KeyOutlined,
  LaptopOutlined,
  LockOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  SafetyCertificateOutlined,
  SafetyOutlined,
  SettingOutlined,
  SolutionOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

/** Pictures of the entries under `/business`, by what follows it, and of the person's menu, by the key of the choice. */
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
  'staff-roles': <SolutionOutlined />,
  audit: <AuditOutlined />,
  'message-channels': <CommentOutlined />,
  'message-templates': <FormOutlined />,
  'document-templates': <FileTextOutlined />,
  'document-series': <AuditOutlined />,
  settings: <SettingOutlined />,
  'sign-in': <SafetyOutlined />,
  help: <QuestionCircleOutlined />,
  tour: <CompassOutlined />,
  password: <KeyOutlined />,
  'sign-out': <LogoutOutlined />,
};

export function BusinessIcon({ name }: { name: string }) {
  return icons[name] ?? <FileTextOutlined />;
}
