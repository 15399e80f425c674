import { SettingOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { retryablePart } from '../lazy-parts/retryable-part.tsx';
import { popupContainerOf } from '../page/popup-container.ts';
import type { ColumnListProps } from './ColumnList.tsx';

const ColumnList = lazy(() =>
  retryablePart(async () => (await import('./list-parts.ts')).parts.ColumnList()),
);

/**
 * Places the list beside its button, and moves it up in a window that has too little space below: it never covers
 * the button.
 */
const builtinPlacements = {
  bottomRight: {
    points: ['tr', 'tl'],
    targetOffset: [4, 0],
    overflow: { adjustX: true, shiftX: true, shiftY: true },
  },
};

/**
 * Edits the visible columns, their order and widths; stored for this person in this browser. Its code is
 * loaded when it is opened.
 */
export function ColumnSettings(props: ColumnListProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      getPopupContainer={popupContainerOf}
      placement="bottomRight"
      builtinPlacements={builtinPlacements}
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      title="列设置"
      content={
        open && (
          <Suspense>
            <ColumnList {...props} />
          </Suspense>
        )
      }
    >
      <Button type="text" icon={<SettingOutlined />} aria-label="列设置" aria-expanded={open} />
    </Popover>
  );
}
