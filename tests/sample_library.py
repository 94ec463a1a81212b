"""A small library whose questions share few words, so that the hash encoder tells them apart."""

from __future__ import annotations

from data.records import Entry

ENTRIES = (
    Entry("dogs", "Can I bring my dog?", "Dogs travel free on a lead.", ("Are pets allowed?",)),
    Entry("bikes", "How much does a bicycle cost?", "A bicycle costs $4 each way.", (), "Prices"),
    Entry("refund", "When will my money come back?", "Refunds take five working days."),
    Entry("lost", "Where do I ask about lost property?", "Lost things are kept at the harbour."),
    Entry("wifi", "Is there wireless internet on board?", "There is free wifi in the lounge."),
    Entry("parking", "Where should we park our car?", "Park behind terminal two.", ("Car park?",)),
    Entry("weather", "What happens in a storm?", "In a storm we sail later. We write to you."),
    Entry(
        "children", "Do children pay?", "Children under five pay nothing.", (), "Prices", ("kid",)
    ),
    Entry("meals", "Which meals are served?", "Breakfast, soup and cake are served until ten."),
    Entry("groups", "Are there group discounts?", "Groups of ten or more save 15%."),
    Entry("late", "How late may one check in?", "Check-in closes 20 minutes before departure."),
    Entry(
        "japanese",
        "犬を連れて行けますか",
        "はい、リードがあれば無料です。",
        ("ペットは乗れますか",),
    ),
)

# Nothing in the library answers this one.
UNKNOWN = "Zygote quux frobnicate?"
