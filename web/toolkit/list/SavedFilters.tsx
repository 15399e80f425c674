import { Button, Input, Popover } from 'antd';
import { useState } from 'react';
import { popupContainerOf } from '../page/popup-container.ts';
import styles from './list.module.css';

const savedAtMost = 10;

/** Filters that a person uses often, under a name of their own. */
export function SavedFilters(props: {
  names: readonly string[];
  onUse: (name: string) => void;
  onSave: (name: string) => void;
  onDrop: (name: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const full = props.names.length >= savedAtMost && !props.names.includes(name.trim());
  const save = () => {
    if (name.trim() === '' || full) return;
    props.onSave(name.trim());
    setName('');
  };
  return (
    <Popover
      trigger="click"
      getPopupContainer={popupContainerOf}
      placement="bottomLeft"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      title="常用筛选"
      content={
        open && (
          <div className={styles.savedFilters}>
            {props.names.length === 0 && <p>把当前的筛选条件保存下来，下次一键使用。</p>}
            <ul>
              {props.names.map((saved) => (
                <li key={saved}>
                  <Button
                    type="link"
                    size="small"
                    onClick={() => {
                      props.onUse(saved);
                      setOpen(false);
                    }}
                  >
                    {saved}
                  </Button>
                  <Button
                    type="link"
                    size="small"
                    danger
                    aria-label={`删除常用筛选“${saved}”`}
                    onClick={() => props.onDrop(saved)}
                  >
                    删除
                  </Button>
                </li>
              ))}
            </ul>
            <div className={styles.savedFiltersNew}>
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
        )
      }
    >
      <Button type="link" className={styles.linkButton} aria-expanded={open}>
        常用筛选
      </Button>
    </Popover>
  );
}
