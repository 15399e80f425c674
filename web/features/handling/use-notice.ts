import { useState } from 'react';
import type { TaskButton } from '#contract/work-orders.ts';
import { isMessageChannel, MessageChannel } from '#domain/enumerations/message-channel.ts';
import { isNotifyTarget, NotifyTarget } from '#domain/enumerations/notify-target.ts';
import { defaultMessage } from '#domain/messages/limits.ts';
import { type NoticeProblems, type NoticeRequest, problemsOfNotice } from '#domain/messages/notice.ts';
import { writeStored } from '#web/api/read-stored.ts';
import { type StoredChoices, useStoredChoice } from './use-stored-choice.ts';
import type { ActionChoice } from './use-submission.ts';

/** The content of the notice in a dialog; it is sent only while it is switched on. */
export interface NoticeDraft extends NoticeRequest {
  on: boolean;
}

export interface NoticePart {
  draft: NoticeDraft;
  problems: NoticeProblems;
  change(changes: Partial<NoticeDraft>): void;
  /** Returns the notice for the submission; null if it is invalid, which is then shown at its field. */
  take(): Pick<ActionChoice, 'message'> | null;
}

/**
 * Provides the notice that an action's dialog may send (docs/decisions/0103): initially off every time, so
 * that nothing is sent unintentionally; targets and channels are the ones of the last notice.
 */
export function useNotice(storedChoices: StoredChoices, { id }: Pick<TaskButton, 'id'>): NoticePart {
  // Each button has its own notice, so that it is not sent with another action.
  const [draft, setDraft] = useStoredChoice<NoticeDraft>(storedChoices, `notice.${id}`, {
    on: false,
    text: defaultMessage,
    ...readRemembered(),
  });
  const [showsProblems, setShowsProblems] = useState(false);
  const { on, ...notice } = draft;
  const problems = on ? problemsOfNotice(notice) : {};
  return {
    draft,
    problems: showsProblems ? problems : {},
    change: (changes) => setDraft({ ...draft, ...changes }),
    take() {
      setShowsProblems(true);
      if (!on) return {};
      if (Object.keys(problems).length > 0) return null;
      remember(notice);
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

/** Saves only targets and channels: colleagues and text belong to one matter. */
function remember({ targets, channels }: NoticeRequest): void {
  writeStored(key, JSON.stringify({ targets: targets.filter(isNotifyTarget), channels }));
}

function readRemembered(): Pick<NoticeRequest, 'targets' | 'channels'> {
  const fallback = { targets: [NotifyTarget.nextHandler], channels: [MessageChannel.inPortal] };
  try {
    const { targets, channels } = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (!Array.isArray(targets) || !Array.isArray(channels)) return fallback;
    return { targets: targets.filter(isNotifyTarget), channels: channels.filter(isMessageChannel) };
  } catch {
    return fallback;
  }
}
