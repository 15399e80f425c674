import { Button } from 'antd';
import { useEffect } from 'react';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useLeaveQuestion } from '#web/toolkit/page/LeaveGuards.tsx';
import { leaveText } from './save-failure.ts';
import type { DraftAutosave } from './use-draft-autosave.ts';

/** Saves before leaving; only if the server does not accept it, asks whether to leave without saving. */
export function LeaveGuard({ autosave }: { autosave: DraftAutosave }) {
  const leave = useLeaveQuestion(autosave.isDirty);
  const { flush } = autosave;
  useEffect(() => {
    if (leave === undefined) return;
    let isActive = true;
    void flush().then((failure) => {
      if (failure === undefined && isActive) leave.proceed();
    });
    return () => {
      isActive = false;
    };
  }, [leave, flush]);

  if (leave === undefined || autosave.failure === undefined) return null;
  return (
    <AppModal
      open
      title="内容尚未保存"
      width={440}
      onCancel={() => leave.reset()}
      footer={[
        <Button key="leave" danger onClick={() => leave.proceed()}>
          不保存，离开
        </Button>,
        <Button key="stay" type="primary" onClick={() => leave.reset()}>
          留在本页
        </Button>,
      ]}
    >
      <p>{leaveText(autosave.failure)}</p>
    </AppModal>
  );
}
