import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useScreenActive } from '../screen/screen.ts';
import { useIsPhone } from '../styles/use-window-size.ts';
import { useOverlay } from './overlays.ts';
import { useFocusReturn } from './use-focus-return.ts';

/** Shows all data of one row, at the right of a list that stays visible; on a phone over the whole list. */
export function DetailDrawer(props: { title: string; onClose: () => void; children: ReactNode }) {
  const active = useScreenActive();
  const isPhone = useIsPhone();
  useFocusReturn();
  useOverlay(active, props.onClose);
  if (!active) return null;
  return (
    <Drawer open title={props.title} size={isPhone ? '100%' : 480} onClose={props.onClose}>
      {props.children}
    </Drawer>
  );
}
