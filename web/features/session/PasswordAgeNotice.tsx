import { KeyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { CurrentUser } from '#contract/session.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { writeStored } from '#web/api/read-stored.ts';
import { sessionPrefix } from '#web/api/session-storage-prefix.ts';
import { NoticeCard } from '#web/toolkit/feedback/NoticeCard.tsx';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';

const ChangePasswordDialog = lazy(() =>
  retryablePart(async () => (await import('./ChangePasswordDialog.tsx')).ChangePasswordDialog),
);

const seenKey = `${sessionPrefix}passwordAgeSeen`;

/** Shows that the password has to be changed soon; once closed, it is hidden for the day. */
export function PasswordAgeNotice({ me }: { me: CurrentUser }) {
  const today = localDateOf(new Date());
  const [isDismissed, setDismissed] = useState(() => sessionStorage.getItem(seenKey) === today);
  const [isChanging, setChanging] = useState(false);
  if (me.passwordDaysLeft === null || isDismissed) return null;
  const dismiss = () => {
    writeStored(seenKey, today, 'sessionStorage');
    setDismissed(true);
  };
  return (
    <>
      <NoticeCard
        label="密码即将到期"
        icon={<KeyOutlined aria-hidden="true" />}
        title={`密码还有 ${me.passwordDaysLeft} 天到期`}
        text="到期后登录时须先修改密码。"
      >
        <Button size="small" type="primary" onClick={() => setChanging(true)}>
          修改密码
        </Button>
        <Button size="small" onClick={dismiss}>
          今天不再提示
        </Button>
      </NoticeCard>
      <Suspense>
        {isChanging && (
          <ChangePasswordDialog
            me={me}
            onClose={() => setChanging(false)}
            onDone={() => setChanging(false)}
          />
        )}
      </Suspense>
    </>
  );
}
