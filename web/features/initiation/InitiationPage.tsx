import { useParams } from 'react-router';
import type { PetitionHistoryOfInitiation } from './ApplicantHistory.tsx';
import { InitiationLoader } from './InitiationLoader.tsx';
import { PetitionPage } from './PetitionPage.tsx';

/**
 * Shows 发起办件: starts the item of the address, or without one a petition item. One file serves two
 * addresses, because every page loads a list of all files of screens.
 */
export function InitiationPage({ PetitionHistory }: { PetitionHistory: PetitionHistoryOfInitiation }) {
  const { taskCode } = useParams();
  if (taskCode === undefined) return <PetitionPage PetitionHistory={PetitionHistory} />;
  return (
    <InitiationLoader
      taskCode={taskCode}
      title="发起办件"
      homePath="/workflow-new"
      PetitionHistory={PetitionHistory}
    />
  );
}
