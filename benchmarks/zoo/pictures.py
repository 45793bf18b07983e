"""Draws the pictures of a paper's figures: a scatter of points with axes, the same for the same number."""

from __future__ import annotations

from random import Random

WIDTH, HEIGHT = 320, 200
LEFT, BOTTOM = 40, 170
POINTS = 30
AXES = ("Time (days)", "Dose (mg)", "Age (years)", "Distance (km)", "Frequency", "Response")


def picture(number: int) -> str:
    """Return an SVG drawing; the words at its axes are text."""
    chance = Random(number)
    points = "".join(
        f'<circle cx="{chance.uniform(LEFT + 5, WIDTH - 10):.1f}" cy="{chance.uniform(10, BOTTOM - 5):.1f}" r="2.5"/>'
        for _ in range(POINTS)
    )
    across, up = chance.sample(AXES, 2)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="sans-serif" font-size="10"><path d="M{LEFT} 5V{BOTTOM}H{WIDTH - 5}" fill="none" stroke="black"/>'
        f'{points}<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{across}</text>'
        f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 {HEIGHT / 2})">{up}</text></svg>'
    )
