import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useShowCodes } from '../codes/use-show-codes.ts';
import { NewestContentNotice } from '../concurrent-edits/NewestContentNotice.tsx';
import { LossConfirmation } from '../dialog/LossConfirmation.tsx';
import { DateTime } from '../status/DateTime.tsx';
import styles from './definitions.module.css';
import type { Draft } from './stored-drafts.ts';
import type { useDraft } from './use-draft.ts';

/**
 * Shows the head of an editor: the unpublished draft that was restored or is offered, with its time; the code
 * and the version of the definition; a note on unpublished changes and on a draft too large to store; the
 * version that another person published meanwhile.
 */
export function DefinitionHead<T extends object>(props: {
  code: string;
  draft: ReturnType<typeof useDraft<T>>;
  /** Omit it if the screen shows this in its footer. */
  isDirty?: boolean;
  /** The version that was opened, and the current one; 0 for none. */
  over: number;
  newest: number;
  /** The server's message if publishing was refused because another person published meanwhile. */
  message: string | undefined;
  /** Reopens the editor with the current version. */
  onLoad: () => void;
  /** Called when the user decides to replace the newest version. */
  onOverwrite: () => void;
  children: ReactNode;
}) {
  const { code, draft, isDirty, over, newest, message, onLoad, onOverwrite, children } = props;
  const [showsCodes] = useShowCodes();
  return (
    <>
      {draft.offeredDraft && (
        <OfferedDraftNotice
          found={draft.offeredDraft}
          over={over}
          onRestore={draft.accept}
          onDiscard={draft.discard}
        />
      )}
      {draft.restoredDraft && (
        <RestoredDraftNotice at={draft.restoredDraft.at} over={over} onDiscard={draft.discard} />
      )}
      <p className={styles.state}>
        <span>
          {showsCodes && `编码 ${code}，`}
          {children}
        </span>
        {isDirty ? (
          <strong>有未发布的修改</strong>
        ) : (
          isDirty === false && over > 0 && <span>没有未发布的修改</span>
        )}
        {draft.isNotStored && <strong>内容过多，本机未能保留，请及时下载或发布</strong>}
      </p>
      <NewestContentNotice
        message={message ?? (newest > over ? `打开之后已有人发布第 ${newest} 版` : undefined)}
        keepsFocus={message === undefined}
        onLoad={() => {
          draft.deleteStoredDraft();
          onLoad();
        }}
        onKeep={onOverwrite}
      />
    </>
  );
}

function OfferedDraftNotice<T>(props: {
  found: Draft<T>;
  over: number;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  const { found, over, onRestore, onDiscard } = props;
  const basisText = found.over === 0 ? '首次发布之前' : `第 ${found.over} 版之上`;
  return (
    <div role="status" className={styles.offer}>
      <span>
        本机留有未发布的修改，保存于 <DateTime value={found.at} />
        {found.over !== over && `，写于${basisText}，现在是第 ${over} 版`}。
      </span>
      <span className={styles.offerActions}>
        <Button size="small" type="primary" onClick={onRestore}>
          恢复修改
        </Button>
        <Button size="small" onClick={onDiscard}>
          放弃
        </Button>
      </span>
    </div>
  );
}

/** Names the draft that was restored at the opening; the user can discard it, after a confirmation. */
function RestoredDraftNotice({ at, over, onDiscard }: { at: string; over: number; onDiscard: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <div role="status" className={styles.offer}>
      <span>
        已恢复 <DateTime value={at} /> 的修改，尚未发布。
      </span>
      <span className={styles.offerActions}>
        <Button size="small" onClick={() => setIsConfirming(true)}>
          放弃修改
        </Button>
      </span>
      {isConfirming && (
        <LossConfirmation
          title="放弃修改"
          hint={`恢复的修改和此后的修改都不保留，${over === 0 ? '内容回到填写之前' : `内容回到第 ${over} 版`}。`}
          leaveLabel="放弃修改"
          stayLabel="继续修改"
          onLeave={onDiscard}
          onStay={() => setIsConfirming(false)}
        />
      )}
    </div>
  );
}
