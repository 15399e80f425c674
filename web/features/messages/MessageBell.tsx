import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Popover } from 'antd';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { matchPath, useLocation } from 'react-router';
import { type MarkReadInput, type Message, messages } from '#contract/messages.ts';
import { isStreamOpen } from '#web/api/live-events.ts';
import { queryOf } from '#web/api/query-of.ts';
import { writeStored } from '#web/api/read-stored.ts';
import { noticesId } from '#web/toolkit/feedback/notices-id.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';
import headerButtonStyles from '#web/toolkit/page/header-button.module.css';
import { popupContainerOf } from '#web/toolkit/page/popup-container.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import { MessageNotice } from './MessageNotice.tsx';
import styles from './messages.module.css';
import { useMarkRead } from './use-mark-read.ts';

// Loaded when the bell is opened.
const MessageList = lazy(() => retryablePart(async () => (await import('./MessageList.tsx')).MessageList));

/** The same limit as in the style sheet of the notice. */
const narrowQuery = '(width < 1280px)';
const pollSeconds = 60;
const maxBadgeCount = 99;
/** Time for which a screen must be open until its messages count as read. */
const minReadMilliseconds = 1_000;
const lastShownKey = 'banjian.lastMessageShown';

/**
 * Shows unread messages in the header: a badge up to 99+, the latest ones on a click, and one notice per new
 * message (S0 §4).
 */
export function MessageBell() {
  const [open, setOpen] = useState(false);
  const feedback = useFeedback();
  const markRead = useMarkRead();
  const { pathname } = useLocation();
  const isNarrow = useMediaQuery(narrowQuery);
  const [notice, setNotice] = useState<Message | undefined>(undefined);
  const closeNotice = useCallback(() => setNotice(undefined), []);
  const unread = useQuery({
    ...queryOf(messages.newest, { query: { mark: 'new' } }),
    // While the stream is open it announces new messages; if it breaks, the newest is polled every minute.
    refetchInterval: () => !isStreamOpen() && pollSeconds * 1000,
  }).data;
  const count = unread?.count ?? 0;
  /** Id of the last shown message: this page shows each only once, even if the browser's storage is full. */
  const lastShownId = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the next screen needs the space of the notice
  useEffect(() => {
    if (isNarrow) setNotice(undefined);
  }, [pathname, isNarrow]);
  useEffect(() => {
    if (!unread || [lastShownId.current, localStorage.getItem(lastShownKey)].includes(unread.id)) return;
    lastShownId.current = unread.id;
    writeStored(lastShownKey, unread.id);
    // No notice is shown if the user has the order open.
    if (!isOnScreen(unread, pathname)) setNotice(unread);
  }, [unread, pathname]);
  useMarkReadOnScreen(pathname, unread);
  const visibleNotice = notice !== undefined && !isOnScreen(notice, pathname) ? notice : undefined;

  const markAllRead = async (asOf: string | undefined) => {
    try {
      await markRead({ ids: [], asOf });
    } catch (failure) {
      feedback.failure(failure);
    }
  };

  return (
    <>
      {visibleNotice &&
        inNoticeArea(
          isNarrow,
          <MessageNotice key={visibleNotice.id} message={visibleNotice} onClose={closeNotice} />,
        )}
      <Popover
        trigger="click"
        getPopupContainer={popupContainerOf}
        placement="bottomRight"
        arrow={false}
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        // A popover without any content never opens.
        content={
          <Suspense>
            {open && <MessageList unread={count} onOpen={() => setOpen(false)} onMarkAllRead={markAllRead} />}
          </Suspense>
        }
      >
        <button
          type="button"
          className={joinClasses(headerButtonStyles.button, styles.bellButton)}
          aria-expanded={open}
        >
          <BellOutlined className={headerButtonStyles.bell} aria-hidden="true" />
          <span className="visually-hidden">消息，</span>
          {count > 0 && (
            <span className={styles.bellCount}>{count > maxBadgeCount ? `${maxBadgeCount}+` : count}</span>
          )}
          <span className="visually-hidden">{count > 0 ? ' 条未读' : '没有未读'}</span>
        </button>
      </Popover>
    </>
  );
}

/**
 * Marks messages as read when the screen that they lead to was opened, however the user got
 * there. A message that arrives later stays unread, because the user may be away.
 */
function useMarkReadOnScreen(pathname: string, unread: Message | null | undefined): void {
  const markRead = useMarkRead();
  const isLoaded = unread !== undefined;
  const hasUnread = useRef(false);
  hasUnread.current = Boolean(unread);
  useEffect(() => {
    const which = messageFilterOfScreen(pathname);
    if (which === undefined || !isLoaded || !hasUnread.current) return undefined;
    const mark = () => void markRead({ which }).catch(() => undefined);
    const timer = setTimeout(mark, minReadMilliseconds);
    return () => clearTimeout(timer);
  }, [pathname, isLoaded, markRead]);
}

/** Returns the filter of the messages that lead to this screen (`addressOf`). */
function messageFilterOfScreen(pathname: string): MarkReadInput['which'] {
  const workorderCode = matchPath('/affair/detail/:code', pathname)?.params.code;
  if (workorderCode !== undefined) return { workorderCode };
  return pathname === '/exports' ? { kind: 'export' } : undefined;
}

/** Moves a notice to the area below the header, if the header has no space for it. */
function inNoticeArea(isNarrow: boolean, notice: ReactNode): ReactNode {
  const noticeArea = isNarrow ? document.getElementById(noticesId) : null;
  return noticeArea ? createPortal(notice, noticeArea) : notice;
}

/** Checks that the shown detail page is that of the message's order. */
function isOnScreen({ workorderCode }: Message, pathname: string): boolean {
  return workorderCode !== null && pathname === `/affair/detail/${workorderCode}`;
}
