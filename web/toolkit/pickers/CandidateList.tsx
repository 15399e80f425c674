import { ExclamationCircleOutlined, SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { joinClasses } from '../page/join-classes.ts';
import { phoneQuery, useMediaQuery } from '../page/use-media-query.ts';
import styles from './candidate-list.module.css';
import type { HandlerCandidate } from './handler-sources.ts';
import { useCandidateKeys } from './use-candidate-keys.ts';

/** A candidate with what its row shows besides the name. */
export interface CandidateRow extends HandlerCandidate {
  shownName?: ReactNode;
  /** Under the name. */
  second?: ReactNode;
  unit?: string | undefined;
  post?: string | undefined;
  /** At the end of the row, where nothing speaks against the candidate. */
  end?: ReactNode;
}

const deskHeight = 52;
const phoneHeight = 60;
/** Rows that are drawn beyond what is in sight. */
const spare = 6;

/** The rows of one tab with their search field; only those in sight are drawn, however many there are. */
export function CandidateList(props: {
  label: string;
  /** `姓名、拼音首字母或账号`; said in the field. */
  searchHint: string;
  text: string;
  onText: (text: string) => void;
  rows: readonly CandidateRow[];
  total: number;
  single: boolean;
  chosen: ReadonlySet<string>;
  pending: boolean;
  failure: unknown;
  onRetry: () => void;
  /** The last loaded row is near. */
  onEnd?: () => void;
  onToggle: (candidate: HandlerCandidate) => void;
  onConfirm: () => void;
  /** Between the search field and the rows. */
  above?: ReactNode;
  head?: ReactNode;
  footing: ReactNode;
}) {
  const { label, text, rows, single, chosen, pending, failure, onToggle } = props;
  const rowHeight = useMediaQuery(phoneQuery) ? phoneHeight : deskHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const id = useId();
  const height = scroller.current?.clientHeight || 520;
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + spare);

  const { active, setActive, onKeyDown } = useCandidateKeys({
    rows,
    onToggle,
    onConfirm: props.onConfirm,
    onMove: (place) => {
      const box = scroller.current;
      if (box === null) return;
      if (place * rowHeight < box.scrollTop) box.scrollTop = place * rowHeight;
      const below = (place + 1) * rowHeight - box.clientHeight;
      if (below > box.scrollTop) box.scrollTop = below;
      if (place >= rows.length - spare) props.onEnd?.();
    },
  });
  const optionId = (place: number) => `${id}-${place}`;
  const none = !pending && !failure && rows.length === 0;

  return (
    <div className={styles.middle}>
      <Input
        value={text}
        allowClear
        autoFocus
        prefix={<SearchOutlined aria-hidden="true" />}
        suffix={<span className={styles.searchHint}>{text === '' ? '' : props.searchHint}</span>}
        placeholder={props.searchHint}
        role="combobox"
        aria-label={`搜索${label}`}
        aria-controls={id}
        aria-expanded="true"
        aria-activedescendant={active < 0 ? undefined : optionId(active)}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          props.onText(event.target.value);
          setActive(-1);
          if (scroller.current) scroller.current.scrollTop = 0;
        }}
      />
      {props.above}
      {props.head}
      <div
        ref={scroller}
        className={styles.rows}
        onScroll={(event) => {
          const box = event.currentTarget;
          setTop(box.scrollTop);
          if (box.scrollTop + box.clientHeight > (rows.length - spare) * rowHeight) props.onEnd?.();
        }}
      >
        {pending && <SkeletonRows rows={7} rowHeight={40} />}
        {failure !== null && <FailureState compact failure={failure} onRetry={props.onRetry} />}
        {none && (
          <EmptyState compact title={text === '' ? `暂无可选的${label}` : `没有找到“${text.trim()}”`} />
        )}
        <div
          id={id}
          role="listbox"
          aria-label={label}
          aria-multiselectable={!single}
          aria-activedescendant={active < 0 ? undefined : optionId(active)}
          tabIndex={0}
          className={styles.listbox}
          style={{ height: rows.length * rowHeight }}
          onKeyDown={onKeyDown}
        >
          {rows.slice(first, last).map((row, index) => {
            const place = first + index;
            return (
              <Option
                key={row.key}
                id={optionId(place)}
                row={row}
                single={single}
                chosen={chosen.has(row.key)}
                active={place === active}
                place={place}
                total={Math.max(props.total, rows.length)}
                style={{ top: place * rowHeight, height: rowHeight }}
                onToggle={onToggle}
              />
            );
          })}
        </div>
      </div>
      <p className={styles.footing}>
        <span role="status">{props.footing}</span>
        <span className={styles.keys} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> 移动 <kbd>空格</kbd> 选择 <kbd>Enter</kbd> 确认
        </span>
      </p>
    </div>
  );
}

function Option(props: {
  id: string;
  row: CandidateRow;
  single: boolean;
  chosen: boolean;
  active: boolean;
  place: number;
  total: number;
  style: { top: number; height: number };
  onToggle: (candidate: HandlerCandidate) => void;
}) {
  const { row, chosen, single } = props;
  const barred = Boolean(row.fault);
  return (
    // The list itself has the keys: the row is only the pointer's.
    // biome-ignore lint/a11y/useKeyWithClickEvents: arrows and space are heard by the list and the search field
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-disabled={barred}
      aria-posinset={props.place + 1}
      aria-setsize={props.total}
      className={joinClasses(styles.row, props.active && styles.active, barred && styles.barred)}
      style={props.style}
      onClick={() => !barred && props.onToggle(row)}
    >
      <span
        aria-hidden="true"
        className={joinClasses(single ? styles.radio : styles.box, chosen && styles.checked)}
      />
      <span className={styles.person}>
        <span>{row.shownName ?? row.name}</span>
        {row.second && <small>{row.second}</small>}
      </span>
      <span className={styles.place}>
        <span>{row.unit ?? row.hint}</span>
        {row.post && <small>{row.post}</small>}
      </span>
      <span className={styles.end}>
        {barred ? (
          <span className={styles.reason}>
            <ExclamationCircleOutlined aria-hidden="true" /> {row.fault}
          </span>
        ) : (
          row.end
        )}
      </span>
    </div>
  );
}
