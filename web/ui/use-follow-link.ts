import { useNavigate } from 'react-router';

/**
 * Navigates within the page where a Cloudscape component would load a document. Takes the component's `onFollow` event
 * and the URL.
 */
export const useFollowLink = () => {
  const navigate = useNavigate();
  return (event: { preventDefault: () => void }, href: string | undefined) => {
    if (href === undefined) return;
    event.preventDefault();
    void navigate(href);
  };
};
