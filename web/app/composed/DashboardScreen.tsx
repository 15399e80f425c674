import { useLocation } from 'react-router';
import { Board } from '#web/features/dashboard/Board.tsx';
import { Wall } from '#web/features/dashboard/Wall.tsx';
import { UrgeDialog } from '#web/features/urge/UrgeDialog.tsx';
import { FigureOrdersList } from '#web/features/work-orders/FigureOrdersList.tsx';

/**
 * 数据看板: the figures, the orders behind them and the wall. One file for three addresses, since every file that is fetched
 * apart is named in what the to-do list loads.
 */
export function DashboardScreen() {
  const { pathname } = useLocation();
  if (pathname === '/dashboard/orders') return <FigureOrdersList UrgeDialog={UrgeDialog} />;
  return pathname === '/dashboard/wall' ? <Wall /> : <Board />;
}
