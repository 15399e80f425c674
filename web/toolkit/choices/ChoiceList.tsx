import { ExclamationCircleOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ReactNode, useId } from 'react';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailureState } from '../feedback/FailureState.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import { phoneQuery, useMediaQuery } from '../styles/use-media-query.ts';
import { useVisibleRows } from '../tree/use-visible-rows.ts';
import type { ChoiceRow } from './choice.ts';
import styles from './choice-list.module.css';
import { useChoiceKeys } from './use-choice-keys.ts';

const desktopHeight = 52;
const phoneHeight = 60;
/** Number of rows before the last loaded one at which more are loaded. */
const loadMargin = 6;

/**
 * Shows a list to choose one or several rows from, with a search field and a text for an empty result (S0 §2,
 * S2 §2). Only the visible rows are drawn. With `onSet` all found rows can be ticked at once.
 */
export function ChoiceList<Row extends ChoiceRow>(props: {
  label: string;
  /** Hint in the search field, such as `姓名、拼音首字母或账号`. */
  searchHint: string;
  /** True for a few rows, which need no search. */
  hidesSearch?: boolean;
  text: string;
  onText: (text: string) => void;
  rows: readonly Row[];
  total: number;
  single: boolean;
  chosen: ReadonlySet<string>;
  pending: boolean;
  failure: unknown;
  onRetry: () => void;
  /** Called when the user scrolls near the last loaded row. */
  onEnd?: () => void;
  onToggle: (row: Row) => void;
  /** Ticks the first rows and unticks the second. */
  onSet?: ((ticked: readonly Row[], unticked: readonly Row[]) => void) | undefined;
  onConfirm: () => void;
  /** Content between the search field and the rows. */
  contentAboveRows?: ReactNode;
  head?: ReactNode;
  footer: ReactNode;
}) {
  const { label, text, rows, single, chosen, pending, failure, onToggle } = props;
  const rowHeight = useMediaQuery(phoneQuery) ? phoneHeight : desktopHeight;
  const view = useVisibleRows(rows.length, rowHeight);
  const { first, last, onScroll } = view;
  const id = useId();

  const { active, setActive, onKeyDown } = useChoiceKeys({
    rows,
    onToggle,
    onConfirm: props.onConfirm,
    onMove: (position) => {
      view.scrollTo(position);
      if (position >= rows.length - loadMargin) props.onEnd?.();
    },
  });
  const optionId = (position: number) => `${id}-${position}`;
  const none = !pending && !failure && rows.length === 0;

  return (
    <div className={styles.middle} data-choices>
      {!props.hidesSearch && (
        <Input
          value={text}
          allowClear
          autoFocus
          data-first-focus
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
            view.scrollToTop();
          }}
        />
      )}
      {props.contentAboveRows}
      {props.onSet && rows.length > 0 && <SelectAllBar rows={rows} chosen={chosen} onSet={props.onSet} />}
      {props.head}
      <div
        ref={view.box}
        className={styles.rows}
        onScroll={(event) => {
          const box = event.currentTarget;
          onScroll();
          if (box.scrollTop + box.clientHeight > (rows.length - loadMargin) * rowHeight) props.onEnd?.();
        }}
      >
        {pending && <SkeletonRows rows={7} rowHeight={40} />}
        {failure !== null && <FailureState compact failure={failure} onRetry={props.onRetry} />}
        {none && (
          <EmptyState compact title={text === '' ? `暂无可选的${label}` : `没有找到“${text.trim()}”`} />
        )}
        <div
          id={id}
          data-first-focus={props.hidesSearch || undefined}
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
            const position = first + index;
            return (
              <Option
                key={row.key}
                id={optionId(position)}
                row={row}
                single={single}
                chosen={chosen.has(row.key)}
                active={position === active}
                position={position}
                total={Math.max(props.total, rows.length)}
                style={{ top: position * rowHeight, height: rowHeight }}
                onToggle={onToggle}
              />
            );
          })}
        </div>
      </div>
      <p className={styles.footer}>
        <span role="status">{props.footer}</span>
        <span className={styles.keys} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> 移动 <kbd>空格</kbd> 选择 <kbd>Enter</kbd> 确认
        </span>
      </p>
    </div>
  );
}

/** Shows 全选, 全不选 and 反选 for the listed rows, each with the number of rows. */
function SelectAllBar<Row extends ChoiceRow>(props: {
  rows: readonly Row[];
  chosen: ReadonlySet<string>;
  onSet: (ticked: readonly Row[], unticked: readonly Row[]) => void;
}) {
  const selectable = props.rows.filter(({ fault }) => !fault);
  const ticked = selectable.filter(({ key }) => props.chosen.has(key));
  const unticked = selectable.filter(({ key }) => !props.chosen.has(key));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own frame and legend
    <div className={styles.setBar} role="group" aria-label="批量勾选">
      <Button size="small" disabled={unticked.length === 0} onClick={() => props.onSet(unticked, [])}>
        全选 {selectable.length} 项
      </Button>
      <Button size="small" disabled={ticked.length === 0} onClick={() => props.onSet([], ticked)}>
        全不选
      </Button>
      <Button size="small" disabled={selectable.length === 0} onClick={() => props.onSet(unticked, ticked)}>
        反选
      </Button>
      <span role="status">
        已勾选 {ticked.length} / {selectable.length}
      </span>
    </div>
  );
}

function Option<Row extends ChoiceRow>(props: {
  id: string;
  row: Row;
  single: boolean;
  chosen: boolean;
  active: boolean;
  position: number;
  total: number;
  style: { top: number; height: number };
  onToggle: (row: Row) => void;
}) {
  const { row, chosen, single } = props;
  const isDisabled = Boolean(row.fault);
  return (
    // The list itself handles the keys; the row only handles the pointer.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list and the search field handle arrows and space
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-disabled={isDisabled}
      aria-posinset={props.position + 1}
      aria-setsize={props.total}
      className={joinClasses(styles.row, props.active && styles.active, isDisabled && styles.disabled)}
      style={props.style}
      // The focus stays in the search field, which handles the keys.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isDisabled && props.onToggle(row)}
    >
      <span
        aria-hidden="true"
        className={joinClasses(single ? styles.radio : styles.box, chosen && styles.checked)}
      />
      <span className={styles.person}>
        <span>{row.displayName ?? row.name}</span>
        {row.secondLine && <small>{row.secondLine}</small>}
      </span>
      <span className={styles.unit}>
        <span>{row.unit ?? row.hint}</span>
        {row.post && <small>{row.post}</small>}
      </span>
      <span className={styles.end}>
        {isDisabled ? (
          <span className={styles.reason}>
            <ExclamationCircleOutlined aria-hidden="true" /> {row.fault}
          </span>
        ) : (
          row.endContent
        )}
      </span>
    </div>
  );
}
