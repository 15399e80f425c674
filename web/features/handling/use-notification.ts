import { useState } from 'react';
import type { TaskButton } from '#contract/work-orders.ts';
import { isMessageChannel, MessageChannel } from '#domain/enumerations/message-channel.ts';
import { isNotifyTarget, NotifyTarget } from '#domain/enumerations/notify-target.ts';
import { defaultMessage } from '#domain/messages/limits.ts';
import { type NoticeProblems, type NoticeRequest, problemsOfNotice } from '#domain/messages/notice.ts';
import { writeStored } from '#web/api/read-stored.ts';
import { type StoredChoices, useStoredChoice } from './use-stored-choice.ts';
import type { ActionChoice } from './use-submission.ts';

/** The content of the notification in a dialog; it is sent only if it is switched on. */
export interface NotificationDraft extends NoticeRequest {
  isEnabled: boolean;
}

export interface OptionalNotification {
  draft: NotificationDraft;
  problems: NoticeProblems;
  change(changes: Partial<NotificationDraft>): void;
  /** Returns the notification to submit; null if it is invalid: then the problems are shown at the fields. */
  valueToSubmit(): Pick<ActionChoice, 'message'> | null;
}

/**
 * Provides the notification that an action's dialog may send (docs/decisions/0103): initially off, so
 * that nothing is sent unintentionally; targets and channels are the ones of the last notification.
 */
export function useNotification(
  storedChoices: StoredChoices,
  { id }: Pick<TaskButton, 'id'>,
): OptionalNotification {
  // Each button has its own notification, so that it is not sent with another action.
  const [draft, setDraft] = useStoredChoice<NotificationDraft>(storedChoices, `notice.${id}`, {
    isEnabled: false,
    text: defaultMessage,
    ...readLastNotification(),
  });
  const [showsProblems, setShowsProblems] = useState(false);
  const { isEnabled, ...notice } = draft;
  const problems = isEnabled ? problemsOfNotice(notice) : {};
  return {
    draft,
    problems: showsProblems ? problems : {},
    change: (changes) => setDraft({ ...draft, ...changes }),
    valueToSubmit() {
      setShowsProblems(true);
      if (!isEnabled) return {};
      if (Object.keys(problems).length > 0) return null;
      storeLastNotification(notice);
      const { targets, text, channels } = notice;
      return {
        message: {
          candidateList: [...targets],
          msgNotify: '1',
          msg: text.trim(),
          channelType: [...channels],
        },
      };
    },
  };
}

const key = 'banjian.notice';

/**
 * Stores only general targets (such as the next handlers) and channels: the chosen colleagues and the text belong to
 * one order.
 */
function storeLastNotification({ targets, channels }: NoticeRequest): void {
  writeStored(key, JSON.stringify({ targets: targets.filter(isNotifyTarget), channels }));
}

function readLastNotification(): Pick<NoticeRequest, 'targets' | 'channels'> {
  const fallback = { targets: [NotifyTarget.nextHandler], channels: [MessageChannel.inPortal] };
  try {
    const { targets, channels } = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (!Array.isArray(targets) || !Array.isArray(channels)) return fallback;
    return { targets: targets.filter(isNotifyTarget), channels: channels.filter(isMessageChannel) };
  } catch {
    return fallback;
  }
}
