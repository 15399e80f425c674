import { useLocation } from 'react-router';
import { DashboardPage } from '#web/features/dashboard/DashboardPage.tsx';
import { Wall } from '#web/features/dashboard/Wall.tsx';
import { FigureOrdersList } from '#web/features/work-orders/FigureOrdersList.tsx';
import { UrgeDialog, UrgeManyDialog } from './urge-dialogs.tsx';

/**
 * Shows 数据看板: the figures, the orders that they count, and the wall. One file for three addresses, since the
 * to-do list loads the name of every separate file.
 */
export function DashboardScreen() {
  const { pathname } = useLocation();
  if (pathname === '/dashboard/orders') {
    return <FigureOrdersList UrgeDialog={UrgeDialog} UrgeManyDialog={UrgeManyDialog} />;
  }
  return pathname === '/dashboard/wall' ? <Wall /> : <DashboardPage />;
}
