import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { pageOwnerId } from '#web/api/session-token.ts';
import { LossConfirmation } from '../dialog/LossConfirmation.tsx';
import { useScreenActive } from '../screen/screen.ts';
import { DateTime } from '../status/DateTime.tsx';
import styles from './definitions.module.css';
import { newDefinitionAddress } from './new-definition-address.ts';
import { type DraftKind, deleteDraft, keyOfDraft, listDrafts } from './stored-drafts.ts';

/**
 * Lists the drafts that this browser stores, with a link to each: new definitions, and changes of published ones.
 */
export function LocalDrafts(props: {
  kind: DraftKind;
  /** Name of the kind, such as 事项. */
  label: string;
  /** Codes of published definitions. */
  usedCodes: readonly string[];
  addressOf: (code: string) => string;
}) {
  const { kind, label, usedCodes, addressOf } = props;
  // The screen is kept alive: its drafts are read again whenever it is shown.
  useScreenActive();
  const [discarding, setDiscarding] = useState<string>();
  const drafts = listDrafts(pageOwnerId(), kind)
    .map((draft) => ({ ...draft, isPublished: usedCodes.includes(draft.code) }))
    // Changes of a definition that no longer exists have no editor.
    .filter(({ isPublished, over }) => isPublished || over === 0);
  if (drafts.length === 0) return null;
  return (
    <ul className={styles.newDrafts} aria-label={`本机的${label}草稿`}>
      {drafts.map(({ code, name, at, isPublished }) => (
        <li key={code} className={styles.offer}>
          <span>
            “{name || code}”{isPublished ? '有未发布的修改' : '尚未发布'}，保存在本机（
            <DateTime value={at} />
            ）。
          </span>
          <span className={styles.offerActions}>
            {isPublished ? (
              <Link to={addressOf(code)}>继续修改</Link>
            ) : (
              <Link to={newDefinitionAddress(addressOf(code))}>继续填写</Link>
            )}
            <Button size="small" onClick={() => setDiscarding(code)}>
              放弃
            </Button>
          </span>
          {discarding === code && (
            <LossConfirmation
              title="放弃草稿"
              hint={`“${name || code}”没有发布的内容不保留。`}
              leaveLabel="放弃草稿"
              stayLabel="取消"
              onLeave={() => {
                deleteDraft(keyOfDraft(pageOwnerId(), kind, code));
                setDiscarding(undefined);
              }}
              onStay={() => setDiscarding(undefined)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
