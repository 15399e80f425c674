import { ArrowDownOutlined, ArrowUpOutlined, LayoutOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useState } from 'react';
import { popupContainerOf } from '#web/toolkit/page/popup-container.ts';
import styles from './block-settings.module.css';
import {
  type Arrangement,
  blockTitle,
  columnOf,
  defaultArrangement,
  moveBlock,
  showBlock,
} from './blocks.ts';

/** Shows 调整板块: selection and order of the blocks of the home page; stored for this person in this browser. */
export function BlockSettings(props: { arrangement: Arrangement; onChange: (next: Arrangement) => void }) {
  const [open, setOpen] = useState(false);
  const { arrangement, onChange } = props;
  const columnFor = (column: 'wide' | 'side') =>
    arrangement.order.filter((block) => columnOf[block] === column);
  return (
    <Popover
      trigger="click"
      getPopupContainer={popupContainerOf}
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      title="调整板块"
      content={
        open && (
          <div className={styles.arrange}>
            {(['wide', 'side'] as const).map((column) => (
              <ul key={column} aria-label={column === 'wide' ? '左侧板块' : '右侧板块'}>
                {columnFor(column).map((block, index, all) => (
                  <li key={block}>
                    <Checkbox
                      checked={!arrangement.hidden.includes(block)}
                      onChange={(event) => onChange(showBlock(arrangement, block, event.target.checked))}
                    >
                      {blockTitle[block]}
                    </Checkbox>
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowUpOutlined />}
                      aria-label={`上移${blockTitle[block]}`}
                      disabled={index === 0}
                      onClick={() => onChange(moveBlock(arrangement, block, -1))}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowDownOutlined />}
                      aria-label={`下移${blockTitle[block]}`}
                      disabled={index === all.length - 1}
                      onClick={() => onChange(moveBlock(arrangement, block, 1))}
                    />
                  </li>
                ))}
              </ul>
            ))}
            <Button size="small" onClick={() => onChange(defaultArrangement)}>
              恢复默认
            </Button>
          </div>
        )
      }
    >
      <Button size="small" icon={<LayoutOutlined />} aria-expanded={open}>
        调整板块
      </Button>
    </Popover>
  );
}
