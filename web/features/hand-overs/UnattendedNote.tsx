import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { handOvers } from '#contract/hand-overs.ts';
import { queryOf } from '#web/api/query-of.ts';
import { countText, namesOf } from './hand-over-texts.ts';
import styles from './hand-overs.module.css';

/**
 * Shows the number of tasks without a handler, their addressees, and a link to them; nothing if there are
 * none.
 */
export function UnattendedNote({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(queryOf(handOvers.unattended, { query: {} }));
  if (data === undefined || data.total === 0) return null;
  return (
    <p className={styles.unattended} role="status">
      <span>
        有 {countText(data)} 件待办无人可办：{namesOf(data.addressees)}。
      </span>
      <Button onClick={onOpen}>查看并移交</Button>
    </p>
  );
}
