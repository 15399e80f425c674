import { Button } from 'antd';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { leaveText } from './save-failure.ts';
import type { DraftAutosave } from './use-draft-autosave.ts';

/** Saves before leaving; only if the server does not accept it, asks whether to leave without saving. */
export function LeaveGuard({ autosave }: { autosave: DraftAutosave }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      autosave.isDirty() && currentLocation.pathname !== nextLocation.pathname,
  );
  const { flush } = autosave;
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isActive = true;
    void flush().then((failure) => {
      if (failure === undefined && isActive) blocker.proceed();
    });
    return () => {
      isActive = false;
    };
  }, [blocker, flush]);

  if (blocker.state !== 'blocked' || autosave.failure === undefined) return null;
  return (
    <AppModal
      open
      title="内容尚未保存"
      width={440}
      onCancel={() => blocker.reset()}
      footer={[
        <Button key="leave" danger onClick={() => blocker.proceed()}>
          不保存，离开
        </Button>,
        <Button key="stay" type="primary" onClick={() => blocker.reset()}>
          留在本页
        </Button>,
      ]}
    >
      <p>{leaveText(autosave.failure)}</p>
    </AppModal>
  );
}
