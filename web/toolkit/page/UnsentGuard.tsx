import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { LossConfirmation } from '../dialog/LossConfirmation.tsx';

/** Texts of the question: for a form that is sent, or for content that is saved. */
const textsOf = {
  sent: {
    title: '内容尚未提交',
    hint: '您在表单中填写的内容尚未提交，离开后不保留。',
    leave: '不提交，离开',
  },
  saved: { title: '有未保存的修改', hint: '修改尚未保存，离开后不保留。', leave: '不保存，离开' },
} as const;

/**
 * Asks before unsent input is lost: when the user goes to another screen, back, or closes the window. Content
 * with autosave needs no such question.
 */
export function UnsentGuard({
  unsent,
  isTo = 'sent',
  onLeave,
}: {
  unsent: () => boolean;
  /** Called when the input is discarded. */
  onLeave?: () => void;
  isTo?: keyof typeof textsOf;
}) {
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
    <LossConfirmation
      {...textsOf[isTo]}
      stay="留在本页"
      onLeave={() => {
        onLeave?.();
        blocker.proceed();
      }}
      onStay={() => blocker.reset()}
    />
  );
}
