import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { LossConfirmation } from '../dialog/LossConfirmation.tsx';

/** Texts of the question: for a form that is sent, for content that is saved, or that this browser can keep. */
const textsOf = {
  sent: {
    title: '内容尚未提交',
    hint: '您在表单中填写的内容尚未提交，离开后不保留。',
    leaveLabel: '不提交，离开',
  },
  saved: { title: '有未保存的修改', hint: '修改尚未保存，离开后不保留。', leaveLabel: '不保存，离开' },
  kept: {
    title: '有未发布的修改',
    hint: '草稿保留在本机，下次打开时接着修改，退出登录时清除。',
    leaveLabel: '放弃修改',
  },
} as const;

/**
 * Asks before unsent input is lost: when the user goes to another screen, back, or closes the window. Content
 * with autosave needs no such question.
 */
export function UnsentGuard({
  hasUnsavedInput,
  kind = 'sent',
  onLeave,
  onKeep,
}: {
  hasUnsavedInput: () => boolean;
  /** Called when the input is discarded. */
  onLeave?: () => void;
  /** Stores the input in this browser; undefined if it cannot be kept. */
  onKeep?: (() => void) | undefined;
  kind?: 'sent' | 'saved';
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsavedInput(),
  );
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsavedInput()) event.preventDefault();
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => window.removeEventListener('beforeunload', beforeUnload);
  }, [hasUnsavedInput]);

  if (blocker.state !== 'blocked') return null;
  return (
    <LossConfirmation
      {...textsOf[onKeep ? 'kept' : kind]}
      stayLabel="留在本页"
      onLeave={() => {
        onLeave?.();
        blocker.proceed();
      }}
      onStay={() => blocker.reset()}
      save={
        onKeep && {
          label: '保留草稿，离开',
          onKeep: () => {
            onKeep();
            blocker.proceed();
          },
        }
      }
    />
  );
}
