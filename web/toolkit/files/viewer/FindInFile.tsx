import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import styles from './viewer.module.css';

/**
 * Searches the shown text: Enter goes to the next match, Shift+Enter to the previous one; the number of
 * matches is shown.
 */
export function FindInFile(props: {
  searchText: string;
  onSearchText: (searchText: string) => void;
  onStep: (direction: 1 | -1) => void;
  /** Undefined without a search, or while it is incomplete. `current` counts from 1. */
  matches: { current: number; total: number } | undefined;
  disabled?: boolean;
}) {
  const { searchText, onSearchText, onStep, matches, disabled = false } = props;
  const hasNoMatch = disabled || !matches || matches.total === 0;
  return (
    <>
      <Input
        className={styles.find}
        aria-label="在文件中查找"
        placeholder="在文件中查找"
        allowClear
        maxLength={100}
        disabled={disabled}
        value={searchText}
        onChange={(event) => onSearchText(event.target.value)}
        onPressEnter={(event) => onStep(event.shiftKey ? -1 : 1)}
      />
      <span className={styles.count} role="status">
        {searchText !== '' &&
          matches &&
          (matches.total === 0 ? '没有找到' : `${matches.current} / ${matches.total}`)}
      </span>
      {searchText !== '' && (
        <>
          <Button
            className={styles.step ?? ''}
            aria-label="上一处"
            icon={<UpOutlined />}
            disabled={hasNoMatch}
            onClick={() => onStep(-1)}
          />
          <Button
            className={styles.step ?? ''}
            aria-label="下一处"
            icon={<DownOutlined />}
            disabled={hasNoMatch}
            onClick={() => onStep(1)}
          />
        </>
      )}
    </>
  );
}
