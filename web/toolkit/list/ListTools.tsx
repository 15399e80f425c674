import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { minuteText } from '#domain/calendar/local-date.ts';
import { ColumnSettings } from './ColumnSettings.tsx';
import styles from './list.module.css';

/** Exporting or printing the whole list. */
export type ListToolName = '导出' | '打印';

/** Shows the tools of a list: those of the screen, then export, print, refresh and columns. */
export function ListTools(props: {
  /** Tools of the screen around the list. */
  children: ReactNode;
  /** Time of the last answer, in milliseconds, if the list shows it. */
  updatedAt: number | undefined;
  /** True if rows are ticked: their tools take the place of less important ones. */
  hasChosen: boolean;
  toolNames: readonly ListToolName[];
  isEmpty: boolean;
  /** True if the list was searched and has no rows. */
  hasNoResults: boolean;
  onTool: (name: ListToolName) => void;
  isRenewing: boolean;
  onRenew: () => void;
  columnSettings: ComponentProps<typeof ColumnSettings> | undefined;
}) {
  const { updatedAt, hasChosen, toolNames, columnSettings } = props;
  return (
    <div className={styles.toolsRight}>
      {props.children}
      {updatedAt !== undefined && !hasChosen && (
        <span className={styles.updated}>{minuteText(new Date(updatedAt)).slice(11)} 更新</span>
      )}
      {toolNames.map((name) => (
        <Button
          key={name}
          type="text"
          disabled={name === '打印' ? props.isEmpty : props.hasNoResults}
          onClick={() => props.onTool(name)}
        >
          {name}
        </Button>
      ))}
      <Button
        type="text"
        icon={<ReloadOutlined spin={props.isRenewing} />}
        aria-label="刷新"
        onClick={props.onRenew}
      />
      {columnSettings && <ColumnSettings {...columnSettings} />}
    </div>
  );
}
