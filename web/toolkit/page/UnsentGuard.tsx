import { Button } from 'antd';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { AppModal } from '../dialog/AppModal.tsx';

/**
 * Asks before what was typed and not yet sent is lost: on the way to another screen, back, or out of the window. What is
 * saved by itself needs no such question.
 */
export function UnsentGuard({ unsent }: { unsent: () => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && unsent(),
  );
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (unsent()) event.preventDefault();
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => window.removeEventListener('beforeunload', beforeUnload);
  }, [unsent]);

  if (blocker.state !== 'blocked') return null;
  return (
    <AppModal
      open
      title="内容尚未提交"
      width={440}
      onCancel={() => blocker.reset()}
      footer={[
        <Button key="leave" danger onClick={() => blocker.proceed()}>
          不提交，离开
        </Button>,
        <Button key="stay" type="primary" autoFocus onClick={() => blocker.reset()}>
          留在本页
        </Button>,
      ]}
    >
      <p>您在表单中填写的内容尚未提交，离开后不保留。</p>
    </AppModal>
  );
}
