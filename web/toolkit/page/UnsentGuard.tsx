import { useEffect, useState } from 'react';
import { LossConfirmation } from '../dialog/LossConfirmation.tsx';
import { useLeaveQuestion } from './LeaveGuards.tsx';

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
 * with autosave needs no such question, and input that this browser keeps needs none when the window closes.
 */
export function UnsentGuard({
  hasUnsavedInput,
  kind = 'sent',
  onLeave,
  onKeep,
  onSave,
}: {
  hasUnsavedInput: () => boolean;
  /** Called when the input is discarded. */
  onLeave?: () => void;
  /** Stores the input in this browser, and returns whether it could; undefined if it cannot be kept. */
  onKeep?: (() => boolean) | undefined;
  /** Saves the input on the server; returns false after a refusal, which the screen shows. */
  onSave?: () => Promise<boolean>;
  kind?: 'sent' | 'saved';
}) {
  const leave = useLeaveQuestion(hasUnsavedInput);
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsavedInput() && !onKeep?.()) event.preventDefault();
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => window.removeEventListener('beforeunload', beforeUnload);
  }, [hasUnsavedInput, onKeep]);
  const [isSaving, setSaving] = useState(false);

  if (leave === undefined) return null;
  const saveAndLeave = async (save: () => Promise<boolean>) => {
    setSaving(true);
    const isSaved = await save();
    setSaving(false);
    if (isSaved) leave.proceed();
    else leave.reset();
  };
  return (
    <LossConfirmation
      {...textsOf[onKeep ? 'kept' : kind]}
      stayLabel="留在本页"
      onLeave={() => {
        onLeave?.();
        leave.proceed();
      }}
      onStay={() => leave.reset()}
      save={
        onKeep
          ? {
              label: '保留草稿，离开',
              onKeep: () => (onKeep() ? leave.proceed() : leave.reset()),
            }
          : onSave && {
              label: '保存草稿并离开',
              isSaving,
              onKeep: () => void saveAndLeave(onSave),
            }
      }
    />
  );
}
