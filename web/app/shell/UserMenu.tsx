import {
  AppstoreOutlined,
  BellOutlined,
  ClockCircleOutlined,
  ContainerOutlined,
  DownOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { App } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MenuNode } from '#contract/menus.ts';
import { mayParticipateInMatters, type Permission } from '#domain/access/actor.ts';
import { portalThemeLabel } from '#domain/enumerations/portal-theme.ts';
import { findFirstPage } from '#domain/menus/landing.ts';
import { useMe } from '#web/api/use-me.ts';
import { signOut } from '#web/features/session/sign-out.ts';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';
import styles from '#web/toolkit/page/header-button.module.css';
import { MenuButton } from '#web/toolkit/page/MenuButton.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import { lazyIconOf } from './menu-icons.tsx';
import { usePersonalTheme } from './use-personal-theme.ts';

const ChangePasswordDialog = lazy(() =>
  retryablePart(
    async () => (await import('#web/features/session/ChangePasswordDialog.tsx')).ChangePasswordDialog,
  ),
);

const ScheduleDialog = lazy(() =>
  retryablePart(async () => (await import('#web/features/schedule/ScheduleDialog.tsx')).ScheduleDialog),
);

const Tour = lazyPart(async () => (await import('./Tour.tsx')).Tour);

/**
 * Shows the person's own entries; on a phone, where the header has no space for them, the other sub-systems
 * too.
 */
export function UserMenu(props: { systems: readonly MenuNode[] }) {
  const me = useMe();
  const navigate = useNavigate();
  const { modal } = App.useApp();
  const isPhone = useMediaQuery(phoneQuery);
  const participates =
    !me || mayParticipateInMatters({ permissions: new Set(me.permissions as Permission[]) });
  const [isChangingPassword, setIsChangingPassword] = useState(false);
  const [isScheduleOpen, setIsScheduleOpen] = useState(false);
  const [isTourOpen, setIsTourOpen] = useState(false);
  const { isElder, switchTheme } = usePersonalTheme();

  const confirmSignOut = () =>
    modal.confirm({
      title: '退出登录',
      centered: true,
      content: '确认退出当前账号？未提交也未暂存的内容会丢失。',
      okText: '确认退出',
      cancelText: '取消',
      onOk: signOut,
    });

  /** Entries of people who participate in work orders; administrators of the portal do not. */
  const workOrderEntries = [
    {
      key: 'affair',
      icon: <ContainerOutlined />,
      label: '我的申请',
      onChoose: () => void navigate('/affair'),
    },
    {
      key: 'schedule',
      icon: <ClockCircleOutlined />,
      label: '查看日程',
      onChoose: () => setIsScheduleOpen(true),
    },
    {
      key: 'substitutes',
      icon: <TeamOutlined />,
      label: '外出委托',
      onChoose: () => void navigate('/substitutes'),
    },
  ];
  return (
    <>
      <MenuButton
        className={joinClasses(styles.button, styles.user)}
        choices={[
          ...(isPhone ? props.systems : []).flatMap((system) => {
            const first = findFirstPage(system);
            if (first === undefined) return [];
            return {
              key: system.id,
              icon: <AppstoreOutlined />,
              label: system.title,
              onChoose: () => void navigate(first),
            };
          }),
          ...(participates ? workOrderEntries : []),
          {
            key: 'message-settings',
            icon: <BellOutlined />,
            label: '消息设置',
            onChoose: () => void navigate('/message-settings'),
          },
          {
            key: 'sign-in',
            icon: lazyIconOf('sign-in'),
            label: '我的登录',
            onChoose: () => void navigate('/my-sign-in'),
          },
          {
            key: 'help',
            icon: lazyIconOf('help'),
            label: '使用手册',
            onChoose: () => void navigate('/help'),
          },
          ...(isPhone
            ? []
            : [
                {
                  key: 'tour',
                  icon: lazyIconOf('tour'),
                  label: '重看新手引导',
                  onChoose: () => setIsTourOpen(true),
                },
              ]),
          {
            key: 'theme',
            icon: (
              <span className={styles.large} aria-hidden="true">
                大
              </span>
            ),
            label: `切换到${portalThemeLabel[isElder ? 'standard' : 'elder']}`,
            onChoose: switchTheme,
          },
          {
            key: 'password',
            icon: lazyIconOf('password'),
            label: '修改密码',
            onChoose: () => setIsChangingPassword(true),
          },
          {
            key: 'sign-out',
            icon: lazyIconOf('sign-out'),
            label: '退出登录',
            lineAbove: true,
            onChoose: confirmSignOut,
          },
        ]}
      >
        <span className={styles.avatar} aria-hidden="true">
          {me?.name.at(-1) ?? ''}
        </span>
        <span className="visually-hidden">用户菜单</span>
        <span className={styles.userName}>
          {me?.name ?? ''}
          <small>{me?.orgName ?? ''}</small>
        </span>
        <DownOutlined aria-hidden="true" />
      </MenuButton>
      {(isTourOpen || me?.tourEnded === false) && (
        <Tour
          isRequested={isTourOpen}
          onEnd={() => setIsTourOpen(false)}
          onLoadFailed={() => setIsTourOpen(false)}
        />
      )}
      <Suspense>
        {isScheduleOpen && <ScheduleDialog onClose={() => setIsScheduleOpen(false)} />}
        {isChangingPassword && me && (
          <ChangePasswordDialog
            me={me}
            onClose={() => setIsChangingPassword(false)}
            onDone={() => setIsChangingPassword(false)}
          />
        )}
      </Suspense>
    </>
  );
}
