import { useParams } from 'react-router';
import type { PetitionHistoryOfInitiation } from './ApplicantHistory.tsx';
import { PetitionPage } from './PetitionPage.tsx';
import { StartItem } from './StartItem.tsx';

/**
 * Shows 发起办件: starts the item of the address, or without one a petition item. One file for two addresses,
 * since the to-do list loads the name of every separate file.
 */
export function InitiationPage({ PetitionHistory }: { PetitionHistory: PetitionHistoryOfInitiation }) {
  const { taskCode } = useParams();
  if (taskCode === undefined) return <PetitionPage PetitionHistory={PetitionHistory} />;
  return (
    <StartItem taskCode={taskCode} title="发起办件" home="/workflow-new" PetitionHistory={PetitionHistory} />
  );
}
