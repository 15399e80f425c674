import { Button } from 'antd';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { AppModal } from '../dialog/AppModal.tsx';

/** What is asked about: a form that is sent, or something that is saved. */
const wordsOf = {
  sent: {
    title: '内容尚未提交',
    hint: '您在表单中填写的内容尚未提交，离开后不保留。',
    leave: '不提交，离开',
  },
  saved: { title: '有未保存的修改', hint: '修改尚未保存，离开后不保留。', leave: '不保存，离开' },
} as const;

/**
 * Asks before what was typed and not yet sent is lost: on the way to another screen, back, or out of the window. What is
 * saved by itself needs no such question.
 */
export function UnsentGuard({
  unsent,
  isTo = 'sent',
}: {
  unsent: () => boolean;
  isTo?: keyof typeof wordsOf;
}) {
  const words = wordsOf[isTo];
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
      title={words.title}
      width={440}
      onCancel={() => blocker.reset()}
      footer={[
        <Button key="leave" danger onClick={() => blocker.proceed()}>
          {words.leave}
        </Button>,
        <Button key="stay" type="primary" autoFocus onClick={() => blocker.reset()}>
          留在本页
        </Button>,
      ]}
    >
      <p>{words.hint}</p>
    </AppModal>
  );
}
