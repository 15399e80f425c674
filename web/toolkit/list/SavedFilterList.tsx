import { Button, Input } from 'antd';
import { useState } from 'react';
import styles from './saved-filter-list.module.css';

const savedAtMost = 10;

export interface SavedFilterListProps {
  names: readonly string[];
  onUse: (name: string) => void;
  onSave: (name: string) => void;
  onDrop: (name: string) => void;
}

/** The filters kept under names, and the line that keeps the ones in use. */
export function SavedFilterList({ names, onUse, onSave, onDrop }: SavedFilterListProps) {
  const [name, setName] = useState('');
  const full = names.length >= savedAtMost && !names.includes(name.trim());
  const save = () => {
    if (name.trim() === '' || full) return;
    onSave(name.trim());
    setName('');
  };
  return (
    <div className={styles.body}>
      {names.length === 0 && <p>把当前的筛选条件保存下来，下次一键使用。</p>}
      <ul>
        {names.map((saved) => (
          <li key={saved}>
            <Button type="link" size="small" onClick={() => onUse(saved)}>
              {saved}
            </Button>
            <Button
              type="link"
              size="small"
              danger
              aria-label={`删除常用筛选“${saved}”`}
              onClick={() => onDrop(saved)}
            >
              删除
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.added}>
        <Input
          size="small"
          maxLength={20}
          aria-label="常用筛选名称"
          placeholder={full ? `最多保存 ${savedAtMost} 个` : '名称，如“本月超期”'}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={save}
        />
        <Button size="small" disabled={name.trim() === '' || full} onClick={save}>
          保存当前条件
        </Button>
      </div>
    </div>
  );
}
