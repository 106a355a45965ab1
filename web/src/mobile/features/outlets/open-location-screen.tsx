import { pages } from '@recline/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { hasCode } from '../../../platform/api-error.ts';
import { config } from '../../../platform/config.ts';
import { toast } from '../../../platform/toast.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { useUser } from '../session/index.ts';
import { appLink, coordinatesOf, platformOf, webLink } from './map-links.ts';
import { type OutletPlace, placeQuery } from './outlets.queries.ts';
import { PlaceMap } from './place-map.tsx';

/** The location of an outlet: on a map, as text, and as a link to the phone's map app. */
export function OpenLocationScreen() {
  const t = useText();
  const { outletId = '' } = useSearch({ from: pages.openLocation });
  const { data, error, refetch } = useQuery(placeQuery(outletId));
  const unknown = hasCode(error, 404) || hasCode(error, 400);
  return (
    <Page title={t.places.open}>
      {!data && !error && <LoadingState />}
      {!data && error && !unknown && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && unknown && <Notice drawing="branch" title={t.places.unknown} text={t.places.unknownText} />}
      {data && <Place place={data} />}
    </Page>
  );
}

function Place({ place }: { place: OutletPlace }) {
  const t = useText();
  const manages = useUser()?.outlets.some((outlet) => outlet.outletId === place.outletId);
  const app = appLink(place, platformOf(navigator.userAgent));
  return (
    <>
      <PlaceMap label={t.places.mapOf(place.name)} at={place} />
      <Card title={place.name}>
        <Facts
          rows={[
            [t.places.address, place.address],
            [t.places.coordinates, coordinatesOf(place)],
          ]}
        />
      </Card>
      <Stack gap="s">
        {app && (
          <a href={app} className={buttonClass()}>
            {t.places.openApp}
          </a>
        )}
        <a
          href={webLink(place, config.country)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ kind: app ? 'quiet' : 'primary' })}
        >
          {t.places.openWeb}
        </a>
        <CopyButton text={`${place.name} ${place.address} (${coordinatesOf(place)})`} />
        {manages && (
          <Link
            to={pages.chooseLocation}
            search={{ outletId: place.outletId }}
            className={buttonClass({ kind: 'text' })}
          >
            {t.places.change}
          </Link>
        )}
      </Stack>
    </>
  );
}

/** Hidden on plain http pages, where browsers offer no clipboard. */
function CopyButton({ text }: { text: string }) {
  const t = useText();
  const [failed, setFailed] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = () => {
    setFailed(false);
    void navigator.clipboard.writeText(text).then(
      () => toast(t.places.copied),
      () => setFailed(true),
    );
  };
  return (
    <>
      <Button kind="quiet" onClick={copy}>
        {t.places.copy}
      </Button>
      <Problem text={failed && t.places.copyFailed} />
    </>
  );
}
