import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { popupContainerOf } from '../page/popup-container.ts';
import styles from './list.module.css';

/** Which columns show, in what order and how wide; kept for this person on this browser. */
export function ColumnSettings(props: {
  columns: readonly { key: string; title: string; shown: boolean; width: number }[];
  onShow: (key: string, shown: boolean) => void;
  onMove: (key: string, by: -1 | 1) => void;
  onWidth: (key: string, width: number) => void;
  onRestore: () => void;
}) {
  const [open, setOpen] = useState(false);
  const { columns } = props;
  const shownCount = columns.filter((column) => column.shown).length;
  return (
    <Popover
      trigger="click"
      getPopupContainer={popupContainerOf}
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      title="列设置"
      content={
        open && (
          <div className={styles.columnSettings}>
            <ul>
              {columns.map((column, index) => (
                <li key={column.key}>
                  <label>
                    <input
                      type="checkbox"
                      checked={column.shown}
                      disabled={column.shown && shownCount === 1}
                      onChange={(event) => props.onShow(column.key, event.target.checked)}
                    />
                    {column.title}
                  </label>
                  <input
                    type="number"
                    aria-label={`${column.title}列宽`}
                    min={64}
                    max={800}
                    step={8}
                    value={column.width}
                    onChange={(event) => {
                      const width = Number(event.target.value);
                      if (width >= 64 && width <= 800) props.onWidth(column.key, width);
                    }}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined />}
                    aria-label={`上移${column.title}`}
                    disabled={index === 0}
                    onClick={() => props.onMove(column.key, -1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined />}
                    aria-label={`下移${column.title}`}
                    disabled={index === columns.length - 1}
                    onClick={() => props.onMove(column.key, 1)}
                  />
                </li>
              ))}
            </ul>
            <Button size="small" onClick={props.onRestore}>
              恢复默认
            </Button>
          </div>
        )
      }
    >
      <Button type="text" icon={<SettingOutlined />} aria-label="列设置" aria-expanded={open} />
    </Popover>
  );
}
