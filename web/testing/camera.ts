import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { CodeReader } from '#web/components/scan/camera/open-code-reader.ts';

const corners = [{ x: 320, y: 240 }];

type Track = EventTarget & { readonly stop: () => void };

/** Simulates a phone with a camera, on a page whose document may use it, because jsdom has no camera and plays no videos. */
export const openPhone = (documentPath = '/UK/nuk/returns/book', hasTorch = false) => {
  window.innerWidth = 375;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: `https://portal.example${documentPath}` } as PerformanceEntry,
  ]);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640);
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(480);
  const applyConstraints = vi.fn<(constraints: MediaTrackConstraints) => Promise<void>>(() => Promise.resolve());
  const stopTrack = vi.fn();
  const tracks: Track[] = [];
  const openTrack = () => {
    const track = Object.assign(new EventTarget(), {
      stop: stopTrack,
      getCapabilities: () => ({ torch: hasTorch }),
      applyConstraints,
    });
    tracks.push(track);
    return track;
  };
  const getUserMedia = vi.fn(async () => {
    const track = openTrack();
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  });
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  /** Codes of the next pictures; the last picture repeats. */
  let pictures: readonly (readonly string[])[] = [[]];
  const reader: CodeReader = {
    read: async () => {
      const [codes = [], ...laterPictures] = pictures;
      if (laterPictures.length > 0) pictures = laterPictures;
      return codes.map((text) => ({ text, corners }));
    },
    close: vi.fn(),
  };
  return {
    reader,
    getUserMedia,
    stopTrack,
    applyConstraints,
    /** Shows codes in several pictures, as a user who holds the phone still. */
    show: (...codes: readonly string[]) => {
      pictures = [[], codes, codes, codes];
    },
    /** Shows pictures one after the other; the last picture repeats. */
    showInTurn: (...codesByPicture: readonly (readonly string[])[]) => {
      pictures = codesByPicture;
    },
    endTrack: () => act(async () => void tracks.at(-1)?.dispatchEvent(new Event('ended'))),
    close: () => {
      Reflect.deleteProperty(navigator, 'mediaDevices');
      window.innerWidth = 1024;
    },
  };
};

export const setVisibility = (state: DocumentVisibilityState) =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  });
