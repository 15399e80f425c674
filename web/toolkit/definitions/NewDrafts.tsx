import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { pageOwnerId } from '#web/api/session-token.ts';
import { useScreenActive } from '../screen/screen.ts';
import { DateTime } from '../status/DateTime.tsx';
import styles from './definitions.module.css';
import { newDefinitionAddress } from './new-definition-address.ts';
import { type DraftKind, deleteDraft, keyOfDraft, listNewDrafts } from './stored-drafts.ts';

/** Lists the new definitions that this browser stores and that have not been published, with a link to each. */
export function NewDrafts(props: {
  kind: DraftKind;
  /** Name of the kind, such as 事项. */
  label: string;
  /** Codes of published definitions, which have their own entries. */
  usedCodes: readonly string[];
  addressOf: (code: string) => string;
}) {
  const { kind, label, usedCodes, addressOf } = props;
  // The screen is kept alive: its drafts are read again whenever it is shown.
  useScreenActive();
  const [, setDeletions] = useState(0);
  const drafts = listNewDrafts(pageOwnerId(), kind).filter(({ code }) => !usedCodes.includes(code));
  if (drafts.length === 0) return null;
  return (
    <ul className={styles.newDrafts} aria-label={`尚未发布的${label}`}>
      {drafts.map(({ code, name, at }) => (
        <li key={code} className={styles.offer}>
          <span>
            “{name || code}”尚未发布，保存在本机（
            <DateTime value={at} />
            ）。
          </span>
          <span className={styles.offerActions}>
            <Link to={newDefinitionAddress(addressOf(code))}>继续填写</Link>
            <Button
              size="small"
              onClick={() => {
                deleteDraft(keyOfDraft(pageOwnerId(), kind, code));
                setDeletions((times) => times + 1);
              }}
            >
              放弃
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
