import {
  CheckOutlined,
  ClockCircleOutlined,
  DownOutlined,
  ForkOutlined,
  UpOutlined,
} from '@ant-design/icons';
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { breakInPairs } from './break-in-pairs.ts';
import { type StageCell, stageStateLabel } from './stage-cells.ts';
import styles from './stage-strip.module.css';

/** Maximum number of stages whose names are next to their marks in a window of 1366 px. */
const maxStagesBesideMarks = 7;

/**
 * Shows the stages of an order in one line: the handler and time of each, the current handler, and the stages
 * to come. Arrow keys move the focus; Enter shows a stage in the trace, or opens folded branches.
 */
export function StageStrip(props: { cells: readonly StageCell[]; onPick: (traceId: string) => void }) {
  const { cells, onPick } = props;
  const list = useRef<HTMLOListElement>(null);
  const [expandedKeys, setExpandedKeys] = useState<ReadonlySet<string>>(new Set());
  const active = cells.findIndex(({ state }) => state === 'active');

  // If the stages do not all fit, the active one is centred. This runs after the page has been laid out:
  // measuring earlier would force a layout of the whole page, which is slow on a phone.
  useEffect(() => {
    const strip = list.current;
    const cell = strip?.children[active];
    if (!strip || !(cell instanceof HTMLElement)) return;
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      if (strip.scrollWidth <= strip.clientWidth) return;
      strip.scrollLeft = cell.offsetLeft - strip.offsetLeft - (strip.clientWidth - cell.offsetWidth) / 2;
    });
    observer.observe(strip);
    return () => observer.disconnect();
  }, [active]);

  const toggle = (key: string) =>
    setExpandedKeys((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });

  return (
    <ol
      ref={list}
      className={joinClasses(styles.strip, cells.length > maxStagesBesideMarks && styles.many)}
      aria-label="办理进度"
      onKeyDown={moveFocus}
    >
      {cells.map((cell, index) => (
        <li
          key={cell.key}
          className={styles[cell.state]}
          aria-current={cell.state === 'active' ? 'step' : undefined}
          data-far={isHiddenOnPhone(cells, index, active) || undefined}
        >
          <Cell
            cell={cell}
            number={index + 1}
            isExpanded={expandedKeys.has(cell.key)}
            onPick={onPick}
            onToggle={() => toggle(cell.key)}
          />
          {expandedKeys.has(cell.key) && (
            <ul className={styles.branches} aria-label={`${cell.name}的分支`}>
              {cell.branches.map((branch) => (
                <li key={branch.key}>
                  {branch.name}
                  <span className={styles.facts}>
                    {[branch.handlerText, branch.timeOrLimit].filter(Boolean).join('，')}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function Cell(props: {
  cell: StageCell;
  number: number;
  isExpanded: boolean;
  onPick: (traceId: string) => void;
  onToggle: () => void;
}) {
  const { cell, number, isExpanded, onPick, onToggle } = props;
  const { traceId, branches } = cell;
  const body = (
    <>
      <span className={styles.disc} aria-hidden>
        {markOf(cell, number)}
      </span>
      <span className={styles.name}>
        {breakInPairs(cell.name).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity except its place
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
        {branches.length > 0 && (isExpanded ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />)}
        <span className="visually-hidden">，{stageStateLabel[cell.state]}</span>
      </span>
      <span className={styles.facts}>
        <span>
          {textsOf(cell).map(withoutBreaks).join('，')}
          {cell.lateness && (
            <>
              ，<span className={styles.late}>{withoutBreaks(cell.lateness)}</span>
            </>
          )}
        </span>
        <span data-limit={cell.timeOrLimit.startsWith('限') || undefined}>{cell.timeOrLimit}</span>
      </span>
    </>
  );
  if (branches.length > 0) {
    return (
      <button type="button" className={styles.cell} aria-expanded={isExpanded} onClick={onToggle}>
        {body}
      </button>
    );
  }
  if (traceId === undefined) return <span className={styles.cell}>{body}</span>;
  return (
    <button type="button" className={styles.cell} title="在办理轨迹中查看" onClick={() => onPick(traceId)}>
      {body}
    </button>
  );
}

/** Returns the handler of a stage, and its duration unless its lateness is shown. */
function textsOf({ handlerText, duration, lateness }: StageCell): string[] {
  return [handlerText, ...(duration && !lateness ? [`用时 ${duration}`] : [])].filter((text) => text !== '');
}

function markOf(cell: StageCell, number: number) {
  if (cell.state === 'done') return <CheckOutlined />;
  if (cell.state === 'active') return <ClockCircleOutlined />;
  return cell.branches.length > 0 ? <ForkOutlined /> : number;
}

/**
 * Checks that a phone initially hides the stage: it shows only the last finished ones, the active one and the
 * next.
 */
function isHiddenOnPhone(cells: readonly StageCell[], index: number, active: number): boolean {
  const last = active >= 0 ? active : cells.length - 1;
  return index < last - finishedStagesOnPhone || index > last + 1;
}

const finishedStagesOnPhone = 2;

/** Returns a text whose spaces do not break: a duration stays with its unit. */
const withoutBreaks = (text: string) => text.replaceAll(' ', '\u00a0');

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Moves the focus along the strip. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const step = steps[event.key];
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const target = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : index + (step ?? 0);
  if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(target, buttons.length - 1))]?.focus();
}
