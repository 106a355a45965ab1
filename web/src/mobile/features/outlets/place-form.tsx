import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useFailure } from '../../../platform/failure.ts';
import { toast } from '../../../platform/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { isTooLong } from '../../../ui/characters.ts';
import { Problem } from '../../../ui/problem.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useFocusOnError } from '../../../ui/use-focus-on-error.ts';
import { api } from '../../data/api.ts';
import { useText } from '../../texts/app.ts';
import { CoordinateFields, type CoordinateInput } from './coordinate-fields.tsx';
import type { Point } from './leaflet-map.ts';
import { parseDegrees } from './map-links.ts';
import { type OutletPlace, placeQuery } from './outlets.queries.ts';
import { PlaceMap } from './place-map.tsx';

const addressChars = 200;

export function PlaceForm({ place }: { place: OutletPlace }) {
  const t = useText();
  const [input, setInput] = useState<CoordinateInput>({
    latitude: String(place.latitude),
    longitude: String(place.longitude),
  });
  const [address, setAddress] = useState(place.address);
  const [checked, setChecked] = useState(false);
  const point = pointOf(input);
  const [shown, setShown] = useState<Point>(place);
  // While the user types, the map stays at the last valid coordinates.
  if (point && (point.latitude !== shown.latitude || point.longitude !== shown.longitude)) setShown(point);
  const save = useSave(place.outletId);
  const problem = useFailure(save.error, t.common.network);
  const missing = address.trim() === '';
  const wrong = missing || isTooLong(address, addressChars);
  const form = useRef<HTMLFormElement>(null);
  const focusOnError = useFocusOnError(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!point || wrong) return focusOnError();
    save.mutate({ outletId: place.outletId, ...point, address: address.trim() });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <PlaceMap
          label={t.places.mapOf(place.name)}
          at={shown}
          onMove={(moved) => setInput({ latitude: String(moved.latitude), longitude: String(moved.longitude) })}
        />
        <Card title={place.name}>
          <Stack>
            <CoordinateFields value={input} onChange={setInput} checked={checked} />
            <TextArea
              label={t.places.address}
              showLabel
              placeholder={t.places.addressHint}
              rows={2}
              value={address}
              maxLength={addressChars}
              onChange={setAddress}
              error={checked && missing ? t.places.noAddress : undefined}
            />
          </Stack>
        </Card>
        <Problem text={problem} />
        <Button type="submit" busy={save.isPending}>
          {t.places.save}
        </Button>
      </Stack>
    </form>
  );
}

function pointOf({ latitude, longitude }: CoordinateInput) {
  const [north, east] = [parseDegrees(latitude, 90), parseDegrees(longitude, 180)];
  return north === undefined || east === undefined ? undefined : { latitude: north, longitude: east };
}

function useSave(outletId: string) {
  const t = useText();
  const client = useQueryClient();
  const { history } = useRouter();
  return useMutation({
    mutationFn: (input: Parameters<typeof api.outlets.setPlace>[0]) => api.outlets.setPlace(input),
    meta: { quiet: true },
    onSuccess: async () => {
      toast(t.places.saved);
      await client.invalidateQueries(placeQuery(outletId));
      history.back();
    },
  });
}
