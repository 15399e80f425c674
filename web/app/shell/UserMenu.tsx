import { ContainerOutlined, DownOutlined, KeyOutlined, LogoutOutlined } from '@ant-design/icons';
import { App, Dropdown } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ChangePasswordDialog } from '#web/features/session/ChangePasswordDialog.tsx';
import { signOut } from '#web/features/session/sign-out.ts';
import { useMe } from '#web/features/session/use-me.ts';

export function UserMenu() {
  const me = useMe();
  const navigate = useNavigate();
  const { modal } = App.useApp();
  const [changing, setChanging] = useState(false);

  const choose = (key: string) => {
    if (key === 'affair') void navigate('/affair');
    if (key === 'password') setChanging(true);
    if (key === 'sign-out') {
      modal.confirm({
        title: '退出登录',
        content: '确认退出当前账号？尚未提交的内容请先暂存。',
        okText: '确认退出',
        cancelText: '取消',
        onOk: signOut,
      });
    }
  };

  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          onClick: ({ key }) => choose(key),
          items: [
            { key: 'affair', icon: <ContainerOutlined />, label: '我的申请' },
            { key: 'password', icon: <KeyOutlined />, label: '修改密码' },
            { type: 'divider' },
            { key: 'sign-out', icon: <LogoutOutlined />, label: '退出登录' },
          ],
        }}
      >
        <button
          type="button"
          className="header-button header-user"
          aria-label={`用户菜单，${me?.name ?? ''}`}
        >
          <span className="header-avatar" aria-hidden="true">
            {me?.name.at(-1) ?? ''}
          </span>
          <span className="header-user-name">
            {me?.name ?? ''}
            <small>{me?.orgName ?? ''}</small>
          </span>
          <DownOutlined aria-hidden="true" />
        </button>
      </Dropdown>
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </>
  );
}
